fun main() {
    println("Hello, Gretlab!")
}
