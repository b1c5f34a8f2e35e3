package main

import (
	"bufio"
	"fmt"
	"os"
)

func main() {
	in := bufio.NewReaderSize(os.Stdin, 1<<16)
	number := func() (n int) {
		c, _ := in.ReadByte()
		for c == ' ' || c == '\n' || c == '\r' {
			c, _ = in.ReadByte()
		}
		for ; c >= '0' && c <= '9'; c, _ = in.ReadByte() {
			n = 10*n + int(c-'0')
		}
		return n
	}
	n := number()
	heights := make([]int, n)
	// Positions of the towers whose signal is still on its way: their heights sink eastward.
	var waiting []int
	total := 0
	for i := range heights {
		heights[i] = number()
		for len(waiting) > 0 && heights[waiting[len(waiting)-1]] <= heights[i] {
			total += i - waiting[len(waiting)-1]
			waiting = waiting[:len(waiting)-1]
		}
		waiting = append(waiting, i)
	}
	fmt.Println(total)
}
