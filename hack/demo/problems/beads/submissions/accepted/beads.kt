fun main() {
    val beads = readln().trim()
    val groups = StringBuilder()
    var start = 0
    while (start < beads.length) {
        var end = start
        while (end < beads.length && beads[end] == beads[start]) end++
        groups.append(end - start).append(beads[start]).append(' ')
        start = end
    }
    println(groups.trim())
}
