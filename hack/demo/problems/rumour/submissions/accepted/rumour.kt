import java.io.StreamTokenizer

fun main() {
    val input = StreamTokenizer(System.`in`.buffered().reader())
    fun next(): Int {
        input.nextToken()
        return input.nval.toInt()
    }
    val n = next()
    val m = next()
    val k = next()
    val day = IntArray(n + 1) { -1 }
    val queue = IntArray(n)
    var end = 0
    repeat(k) {
        val person = next()
        day[person] = 0
        queue[end++] = person
    }
    // Friendships as chains in arrays: lists of boxed numbers would take most of the memory.
    val first = IntArray(n + 1) { -1 }
    val following = IntArray(2 * m)
    val friend = IntArray(2 * m)
    for (i in 0 until 2 * m step 2) {
        val a = next()
        val b = next()
        friend[i] = b
        following[i] = first[a]
        first[a] = i
        friend[i + 1] = a
        following[i + 1] = first[b]
        first[b] = i + 1
    }
    var at = 0
    while (at < end) {
        val person = queue[at++]
        var edge = first[person]
        while (edge >= 0) {
            if (day[friend[edge]] < 0) {
                day[friend[edge]] = day[person] + 1
                queue[end++] = friend[edge]
            }
            edge = following[edge]
        }
    }
    println(if (end < n) "never" else day[queue[n - 1]].toString())
}
