fun main() {
    val days = readln().trim().toInt()
    var total = 0.0
    repeat(days) { total += readln().trim().toDouble() }
    println(total / days)
}
