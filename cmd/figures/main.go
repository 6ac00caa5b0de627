// Command figures makes one table of what the benchmarks print, each figure beside its
// target: make bench pipes their output through it, and make browserbench, with the
// argument browsers, for figures of its own.
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

// A figure is a line of the table. Lower is better.
type figure struct {
	what       string
	benchmark  string // without "Benchmark" and the number of processors
	unit       string
	must, goal float64
}

// figures are those that people wait for. U is a variable-time multi-scalar
// multiplication of 52 points, measured in the same run.
var figures = []figure{
	{"mask and prove 52 cards, later pass", "ShuffleProve/N=52", "U/op", 14, 12},
	{"the same, prepared, on all cores", "ShuffleProveOnline/N=52", "U/op", 7, 5.5},
	{"verify one pass of 52 cards", "Verify/N=52", "U/op", 5.7, 5},
	{"verify four passes of 52 cards together", "VerifyTogether/N=52", "U/op", 14.5, 13},
	{"verify 5 shares of each of 14 seats", "VerifyTogether/seats=14", "U/op", 2.8, 2.3},
	{"roster to dealt hands, 4 daemons", "Game", "ms-roster-to-hands", 60, 35},
	{"draw, key press to card, median", "Draw", "ms-press-to-card", 4, 2.5},
	{"verify a log, each full hand of 4 seats", "VerifyLog/cores", "ms/hand", 12, 8},
	{"14 daemons, 232 cards dealt", "Deal/seats=14/cards=232", "ms-roster-to-hands", 3000, 2000},
	{"daemon at rest", "Rest", "MB-resident", 32, 25},
}

// browserFigures are those of a guest's page, in a browser that is slowed down four times
// and has a network of 20 Mbit/s; the same without that is in the lines above the table.
var browserFigures = []figure{
	{"address of an invitation to lobby", "Phone/slow=4", "ms-lobby", 6000, 3000},
	{"roster to hands, 2 daemons and 2 pages", "Phone/slow=4", "ms-deal", 3000, 1000},
	{"draw, tap to card, median", "Phone/slow=4", "ms-draw", 400, 150},
	{"page at a table", "Phone/slow=4", "MB-page", 150, 80},
}

// run reads what benchmarks print, passes it on, and prints the table behind it.
func run(r io.Reader, w io.Writer, table []figure) error {
	measured := map[string]float64{}
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		fmt.Fprintln(w, lines.Text())
		name, units := parse(lines.Text())
		for unit, x := range units {
			measured[name+" "+unit] = x
		}
	}
	if err := lines.Err(); err != nil {
		return err
	}
	fmt.Fprintln(w)
	const row = "%-42s %15s %7v %7v  %s\n"
	fmt.Fprintf(w, row, "what", "measured", "must", "goal", "unit")
	for _, f := range table {
		got := "-"
		if x, ok := measured[f.benchmark+" "+f.unit]; ok {
			got = strconv.FormatFloat(x, 'g', 3, 64)
			if x >= 1000 {
				got = strconv.FormatFloat(x, 'f', 0, 64)
			}
			if x > f.must {
				got = "missed: " + got
			}
		}
		unit, _, _ := strings.Cut(strings.TrimSuffix(f.unit, "/op"), "-")
		fmt.Fprintf(w, row, f.what, got, f.must, f.goal, unit)
	}
	return nil
}

// result is a line with the result of a benchmark.
var result = regexp.MustCompile(`^Benchmark(\S+?)(?:-\d+)?\s+\d+\s+(.*)$`)

// parse reads the name of a benchmark and its values by unit, none from another
// line.
func parse(line string) (name string, units map[string]float64) {
	m := result.FindStringSubmatch(line)
	if m == nil {
		return "", nil
	}
	units = map[string]float64{}
	for fields := strings.Fields(m[2]); len(fields) >= 2; fields = fields[2:] {
		if x, err := strconv.ParseFloat(fields[0], 64); err == nil {
			units[fields[1]] = x
		}
	}
	return m[1], units
}
