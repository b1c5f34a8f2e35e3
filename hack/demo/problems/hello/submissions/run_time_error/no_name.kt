fun main() {
    println("Hello, ${readln()}!")
}
