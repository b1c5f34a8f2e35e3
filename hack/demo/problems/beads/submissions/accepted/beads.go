package main

import (
	"bufio"
	"fmt"
	"os"
)

func main() {
	in := bufio.NewReader(os.Stdin)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	var beads string
	fmt.Fscan(in, &beads)
	for start := 0; start < len(beads); {
		end := start
		for end < len(beads) && beads[end] == beads[start] {
			end++
		}
		fmt.Fprintf(out, "%d%c ", end-start, beads[start])
		start = end
	}
	fmt.Fprintln(out)
}
