// Command figures makes one table of what the benchmarks print: each figure beside its target,
// and times of daemons beside their floors. make bench pipes the output of the benchmarks
// through it. make browserbench does so for figures of its own, with the argument browsers.
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"regexp"
	"strconv"
	"strings"
)

func main() {
	table := figures
	if len(os.Args) == 2 && os.Args[1] == "browsers" {
		table = browserFigures
	}
	if err := run(os.Stdin, os.Stdout, table); err != nil {
		fmt.Fprintln(os.Stderr, "figures:", err)
		os.Exit(1)
	}
}

// run reads what benchmarks print, passes it on, and prints the table after it.
func run(r io.Reader, w io.Writer, table []figure) error {
	m := measurements{values: map[string]float64{}, cores: map[string]int{}}
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		fmt.Fprintln(w, lines.Text())
		m.read(lines.Text())
	}
	if err := lines.Err(); err != nil {
		return err
	}
	fmt.Fprintln(w)
	show(w, table, m)
	return nil
}

// show prints the table and, after it, the two sides of each floor.
func show(w io.Writer, table []figure, m measurements) {
	const row = "%-42s %15s %7s %14s %10s %6s  %s\n"
	fmt.Fprintf(w, row, "what", "measured", "floor", "ratio", "must", "goal", "unit")
	for _, f := range table {
		measured, floor, ratio := f.cells(m)
		unit, _, _ := strings.Cut(strings.TrimSuffix(f.unit, "/op"), "-")
		fmt.Fprintf(w, row, f.what, measured, floor, ratio, f.target(), digits(f.goal), unit)
	}
	for _, f := range table {
		cores := m.cores[f.benchmark]
		if chain, work, ok := f.floor.times(m, cores); ok {
			fmt.Fprintf(w, "floor of %s: chain %s ms, work on %d cores %s ms\n", f.what, digits(chain), cores, digits(work))
		}
	}
}

// digits writes a number so that it is easy to read: three digits of it, or all before the
// point.
func digits(x float64) string {
	if x >= 1000 {
		return strconv.FormatFloat(x, 'f', 0, 64)
	}
	return strconv.FormatFloat(x, 'g', 3, 64)
}

// measurements are what benchmarks have printed.
type measurements struct {
	values map[string]float64 // by name and unit
	cores  map[string]int     // by name
}

func (m measurements) value(benchmark, unit string) (x float64, ok bool) {
	x, ok = m.values[benchmark+" "+unit]
	return x, ok
}

// result matches a line with the result of a benchmark. The name ends with the number of
// processors, if there are several.
var result = regexp.MustCompile(`^Benchmark(\S+?)(?:-(\d+))?\s+\d+\s+(.*)$`)

// read takes the result of a benchmark from a line, if there is one.
func (m measurements) read(line string) {
	found := result.FindStringSubmatch(line)
	if found == nil {
		return
	}
	name := found[1]
	m.cores[name] = 1
	if n, err := strconv.Atoi(found[2]); err == nil {
		m.cores[name] = n
	}
	for fields := strings.Fields(found[3]); len(fields) >= 2; fields = fields[2:] {
		if x, err := strconv.ParseFloat(fields[0], 64); err == nil {
			m.values[name+" "+fields[1]] = x
		}
	}
}
