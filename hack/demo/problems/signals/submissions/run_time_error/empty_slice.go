package main

import "fmt"

func main() {
	var n int
	fmt.Scan(&n)
	var heights []int
	fmt.Println(heights[n-1])
}
