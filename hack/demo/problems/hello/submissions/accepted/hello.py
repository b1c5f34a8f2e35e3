print("Hello, Gretlab!")
