print("Hello, Gretlab")
