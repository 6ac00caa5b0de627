package qr

import "strings"

// penalty measures how hard a square is to read (ISO/IEC 18004, 7.8.3). A code can have eight
// masks, and takes the one with the least penalty. Without that, patterns that look like one of
// the three marks in the corners could be anywhere.
func penalty(size int, dark func(x, y int) bool) int {
	total, count := 0, 0
	for a := range size {
		row, column := make([]byte, size), make([]byte, size)
		for b := range size {
			row[b], column[b] = module(dark(b, a)), module(dark(a, b))
			if dark(b, a) {
				count++
			}
			if a > 0 && b > 0 && dark(b, a) == dark(b-1, a) && dark(b, a) == dark(b, a-1) && dark(b, a) == dark(b-1, a-1) {
				total += 3 // a block of four
			}
		}
		total += line(string(row)) + line(string(column))
	}
	return total + 10*(max(count*100/size/size-50, 50-count*100/size/size)/5)
}

func module(dark bool) byte {
	if dark {
		return '1'
	}
	return '0'
}

// line is the penalty of a row or a column: for long runs of one colour, and for what looks
// like a mark in a corner.
func line(modules string) int {
	total := 0
	for run, i := 1, 1; i <= len(modules); i++ {
		if i < len(modules) && modules[i] == modules[i-1] {
			run++
			continue
		}
		if run >= 5 {
			total += run - 2
		}
		run = 1
	}
	for i := range modules {
		if rest := modules[i:]; strings.HasPrefix(rest, "10111010000") || strings.HasPrefix(rest, "00001011101") {
			total += 40
		}
	}
	return total
}
