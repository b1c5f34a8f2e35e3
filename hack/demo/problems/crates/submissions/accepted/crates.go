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
	var n int
	fmt.Fscan(in, &n)
	// Among the n + 1 sums of the first 0, 1, ..., n weights, two leave the same remainder.
	seen := map[int]int{0: 0}
	total := 0
	for i := 1; i <= n; i++ {
		var weight int
		fmt.Fscan(in, &weight)
		total = (total + weight) % n
		before, found := seen[total]
		if !found {
			seen[total] = i
			continue
		}
		fmt.Fprintln(out, i-before)
		for crate := before + 1; crate <= i; crate++ {
			fmt.Fprint(out, crate, " ")
		}
		fmt.Fprintln(out)
		return
	}
}
