fun main() {
    readln()
    val heights = readln().trim().split(" ").map { it.toInt() }
    val waiting = ArrayDeque<Int>()
    var total = 0L
    for ((i, height) in heights.withIndex()) {
        while (waiting.isNotEmpty() && heights[waiting.last()] < height) total += i - waiting.removeLast()
        waiting.addLast(i)
    }
    println(total)
}
