package main

import "fmt"

// A figure is a line of the table. Lower is better.
type figure struct {
	what       string
	benchmark  string // without "Benchmark" and the number of processors
	unit       string
	must, goal float64

	floor floor   // nil if there is none
	times float64 // must is at most this many times the floor; 0 if must is the target

	sum floor // for a figure without a benchmark: its chain is the figure
}

// figures are those of what people wait for. U is a variable-time multi-scalar multiplication
// of 52 points, measured in the same run.
var figures = []figure{
	{what: "mask and prove 52 cards, later pass", benchmark: "ShuffleProve/N=52", unit: "U/op", must: 14, goal: 12},
	{what: "the same, prepared, on all cores", benchmark: "ShuffleProveOnline/N=52", unit: "U/op", must: 7, goal: 5.5},
	{what: "verify one pass of 52 cards", benchmark: "Verify/N=52", unit: "U/op", must: 5.7, goal: 5},
	{what: "verify four passes of 52 cards together", benchmark: "VerifyTogether/N=52", unit: "U/op", must: 14.5, goal: 13},
	{what: "verify 5 shares of each of 14 seats", benchmark: "VerifyTogether/seats=14", unit: "U/op", must: 2.8, goal: 2.3},
	{what: "roster to dealt hands, 4 daemons", benchmark: "Game", unit: "ms-roster-to-hands", must: 28, goal: 20, floor: deal(4, 52, 5), times: 1.8},
	{what: "settlement to dealt hands, 4 daemons", benchmark: "Game", unit: "ms-settled-to-hands", goal: 18, floor: nextDeal(4, 52, 5), times: 1.8},
	{what: "draw, key press to card, median", benchmark: "Draw", unit: "ms-press-to-card", goal: 2, floor: draw, times: 2.5},
	{what: "verify a log, each full hand of 4 seats", benchmark: "VerifyLog/cores", unit: "ms/hand", must: 6, goal: 5, floor: aLog(0, 1), times: 1.5},
	{what: "verify it on one core, each full hand", benchmark: "VerifyLog/one", unit: "ms/hand", goal: 8, floor: aLog(1, 0), times: 1.5},
	{what: "come back to that log, each full hand", benchmark: "ComeBack/cores", unit: "ms/hand", must: 10, goal: 6, floor: aLog(0, 1)},
	{what: "come back to it on one core", benchmark: "ComeBack/one", unit: "ms/hand", goal: 10, floor: aLog(1, 0), times: 1.5},
	{what: "14 daemons, 232 cards dealt", benchmark: "Deal/seats=14/cards=232", unit: "ms-roster-to-hands", must: 550, goal: 400, floor: deal(14, 232, 3)},
	{what: "one node verifies that deal, on one core", unit: "ms", must: 60, goal: 50, sum: verification},
	{what: "with cover, 4 daemons' deal beside without", benchmark: "CoverDeal", unit: "×", must: 1.15, goal: 1.1},
	{what: "draw with a seat covered, beside without", benchmark: "CoverDraw", unit: "×", must: 2, goal: 1.5},
	{what: "memory at a table with cover, beside without", benchmark: "CoverRest", unit: "×", must: 1.03, goal: 1},
	{what: "daemon at rest, anonymous memory", benchmark: "Rest", unit: "MB-anonymous", must: 7, goal: 5},
	{what: "daemon at rest, referenced within 20 s", benchmark: "Rest", unit: "MB-referenced", must: 8, goal: 5},
}

// browserFigures are those of a guest's page, in a browser that is slowed down four times and
// has a network of 20 Mbit/s, or of 4 if the line says so; the lines above the table have the
// same without that. The last two are what pages compute, run with node.
var browserFigures = []figure{
	{what: "address of an invitation to lobby", benchmark: "Phone/slow=4", unit: "ms-lobby", must: 6000, goal: 3000},
	{what: "address to the first own card, 4 Mbit/s", benchmark: "FirstCard", unit: "ms-first", must: 25000, goal: 15000},
	{what: "the same card after a reload, 4 Mbit/s", benchmark: "FirstCard", unit: "ms-again", must: 8000, goal: 2000},
	{what: "roster to hands, 2 daemons and 2 pages", benchmark: "Phone/slow=4", unit: "ms-deal", must: 1200, goal: 1000},
	{what: "draw, tap to card, median", benchmark: "Phone/slow=4", unit: "ms-draw", must: 400, goal: 150},
	{what: "page at a table", benchmark: "Phone/slow=4", unit: "MB-page", must: 150, goal: 80},
	{what: "mask and prove 52 cards, WebAssembly", benchmark: "ShuffleProve/N=52", unit: "ms/op", must: 32, goal: 25},
	{what: "verify one pass of 52 cards, WebAssembly", benchmark: "Verify/N=52", unit: "ms/op", must: 13, goal: 10},
}

// value returns the figure; ok is false if something that it needs has not been measured.
func (f figure) value(m measurements) (x float64, ok bool) {
	if f.sum != nil {
		x, _, ok = f.sum.times(m, 1)
		return x, ok
	}
	return m.value(f.benchmark, f.unit)
}

// cells returns what the table says about the figure: "-" stands for what has not been
// measured. A figure that misses its target is marked.
func (f figure) cells(m measurements) (measured, floor, ratio string) {
	measured = "-"
	x, known := f.value(m)
	if known {
		measured = markMissed(digits(x), f.times == 0 && x > f.must)
	}
	if f.floor == nil {
		return measured, "", ""
	}
	chain, work, ok := f.floor.times(m, m.cores[f.benchmark])
	if !known || !ok {
		return measured, "-", "-"
	}
	least := max(chain, work)
	return measured, digits(least), markMissed(digits(x/least)+"×", f.times > 0 && x > f.times*least)
}

func markMissed(figure string, missed bool) string {
	if missed {
		return "missed: " + figure
	}
	return figure
}

// target returns what the figure must be. If that is a multiple of the floor, it also says, for
// orientation, how much that is in the figure's unit.
func (f figure) target() string {
	switch {
	case f.times == 0:
		return digits(f.must)
	case f.must == 0:
		return digits(f.times) + "×"
	}
	return fmt.Sprintf("%s× (%s)", digits(f.times), digits(f.must))
}
