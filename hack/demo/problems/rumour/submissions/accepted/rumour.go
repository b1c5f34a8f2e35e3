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
	n, m, k := number(), number(), number()
	day := make([]int, n+1)
	for i := range day {
		day[i] = -1
	}
	queue := make([]int, k, n)
	for i := range queue {
		queue[i] = number()
		day[queue[i]] = 0
	}
	friends := make([][]int, n+1)
	for i := 0; i < m; i++ {
		a, b := number(), number()
		friends[a] = append(friends[a], b)
		friends[b] = append(friends[b], a)
	}
	for i := 0; i < len(queue); i++ {
		for _, friend := range friends[queue[i]] {
			if day[friend] < 0 {
				day[friend] = day[queue[i]] + 1
				queue = append(queue, friend)
			}
		}
	}
	if len(queue) < n {
		fmt.Println("never")
	} else {
		fmt.Println(day[queue[n-1]])
	}
}
