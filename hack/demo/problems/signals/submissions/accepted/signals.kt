import java.io.StreamTokenizer

fun main() {
    val input = StreamTokenizer(System.`in`.buffered().reader())
    fun next(): Int {
        input.nextToken()
        return input.nval.toInt()
    }
    val n = next()
    val heights = IntArray(n)
    // Positions of the towers whose signal is still on its way: their heights sink eastward.
    val waiting = IntArray(n)
    var count = 0
    var total = 0L
    for (i in 0 until n) {
        heights[i] = next()
        while (count > 0 && heights[waiting[count - 1]] <= heights[i]) total += i - waiting[--count]
        waiting[count++] = i
    }
    println(total)
}
