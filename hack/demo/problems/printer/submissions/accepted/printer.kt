import java.io.StreamTokenizer

class Document(val time: Long, val weight: Long)

fun main() {
    val input = StreamTokenizer(System.`in`.buffered().reader())
    fun next(): Long {
        input.nextToken()
        return input.nval.toLong()
    }
    // If a is printed directly before b, swapping them changes the sum by w_a * t_b - w_b * t_a.
    val documents = List(next().toInt()) { Document(next(), next()) }.sortedWith { a, b -> (a.time * b.weight).compareTo(b.time * a.weight) }
    var now = 0L
    var total = 0L
    for (each in documents) {
        now += each.time
        total += each.weight * now
    }
    println(total)
}
