import java.io.StreamTokenizer

fun main() {
    val input = StreamTokenizer(System.`in`.bufferedReader())
    fun next(): Int {
        input.nextToken()
        return input.nval.toInt()
    }
    val n = next()
    // Among the n + 1 sums of the first 0, 1, ..., n weights, two leave the same remainder.
    val seen = IntArray(n) { -1 }
    seen[0] = 0
    var total = 0L
    for (i in 1..n) {
        total = (total + next()) % n
        val before = seen[total.toInt()]
        if (before >= 0) {
            println(i - before)
            println((before + 1..i).joinToString(" "))
            return
        }
        seen[total.toInt()] = i
    }
}
