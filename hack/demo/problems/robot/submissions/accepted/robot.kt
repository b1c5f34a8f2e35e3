fun main() {
    val (rows, columns) = readln().trim().split(" ").map { it.toInt() }
    val grid = List(rows) { readln().trim() }
    var y = grid.indexOfFirst { 'S' in it }
    var x = grid[y].indexOf('S')
    var dy = -1
    var dx = 0
    val clean = hashSetOf(y to x)
    var bumps = 0
    for (command in (readlnOrNull() ?: "").trim()) {
        when (command) {
            'L' -> dy = -dx.also { dx = dy }
            'R' -> dy = dx.also { dx = -dy }
            else ->
                if (y + dy in 0 until rows && x + dx in 0 until columns && grid[y + dy][x + dx] != '#') {
                    y += dy
                    x += dx
                    clean.add(y to x)
                } else {
                    bumps++
                }
        }
    }
    println("${clean.size} $bumps")
}
