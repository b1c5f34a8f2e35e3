package main

import (
	"bufio"
	"fmt"
	"os"
)

func main() {
	in := bufio.NewReader(os.Stdin)
	var days int
	fmt.Fscan(in, &days)
	total := 0.0
	for i := 0; i < days; i++ {
		var rain float64
		fmt.Fscan(in, &rain)
		total += rain
	}
	fmt.Printf("%.9f\n", total/float64(days))
}
