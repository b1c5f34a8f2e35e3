package main

import (
	"bufio"
	"fmt"
	"os"
)

func main() {
	in := bufio.NewReader(os.Stdin)
	var rows, columns int
	fmt.Fscan(in, &rows, &columns)
	grid := make([]string, rows)
	var y, x int
	for i := range grid {
		fmt.Fscan(in, &grid[i])
		for j, c := range grid[i] {
			if c == 'S' {
				y, x = i, j
			}
		}
	}
	var commands string
	fmt.Fscan(in, &commands)
	dy, dx := -1, 0
	clean := map[[2]int]bool{{y, x}: true}
	bumps := 0
	for _, command := range commands {
		ny, nx := y+dy, x+dx
		switch {
		case command == 'L':
			dy, dx = -dx, dy
		case command == 'R':
			dy, dx = dx, -dy
		case ny < 0 || ny >= rows || nx < 0 || nx >= columns || grid[ny][nx] == '#':
			bumps++
		default:
			y, x = ny, nx
			clean[[2]int{y, x}] = true
		}
	}
	fmt.Println(len(clean), bumps)
}
