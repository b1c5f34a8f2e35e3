package main

import (
	"bufio"
	"fmt"
	"os"
	"sort"
)

type document struct{ time, weight int64 }

func main() {
	in := bufio.NewReaderSize(os.Stdin, 1<<16)
	number := func() (n int64) {
		c, _ := in.ReadByte()
		for c == ' ' || c == '\n' || c == '\r' {
			c, _ = in.ReadByte()
		}
		for ; c >= '0' && c <= '9'; c, _ = in.ReadByte() {
			n = 10*n + int64(c-'0')
		}
		return n
	}
	documents := make([]document, number())
	for i := range documents {
		documents[i] = document{number(), number()}
	}
	// If a is printed directly before b, swapping them changes the sum by w_a * t_b - w_b * t_a.
	sort.Slice(documents, func(i, j int) bool {
		return documents[i].time*documents[j].weight < documents[j].time*documents[i].weight
	})
	var now, total int64
	for _, each := range documents {
		now += each.time
		total += each.weight * now
	}
	fmt.Println(total)
}
