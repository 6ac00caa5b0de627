package report

import (
	"fmt"
	"slices"
	"strings"

	"fives/cli/shown"
	"fives/engine/audit"
	"fives/engine/story"
)

// A chart shows how the scores went. Everything in it is a percentage of its width or height,
// so that letters and lines keep their size on a phone.
type chart struct {
	ID     string
	Title  string
	Text   string // what it shows, in words
	Across []tick // hands
	Up     []tick // scores
	Lines  []line
	Dots   bool
}

type tick struct {
	At    string
	Label string
}

// A line shows a seat's totals.
type line struct {
	Look     shown.Sign
	Name     string
	Segments [][4]string
	Points   [][2]string
	Total    int
}

// Limits of what can still be distinguished.
const (
	mostDots   = 26
	mostAcross = 10
	mostUp     = 6
)

// newChart draws the totals of a table before its first hand and after each settled one. It
// returns nil if none is settled.
func newChart(s *story.Story, n int, look []shown.Sign) *chart {
	totals, hands := course(s)
	return drawn(s, n, totals, hands, look)
}

// wholeChart draws the totals of a game of several tables. It returns nil if there is only one.
func wholeChart(stories []*story.Story, look []shown.Sign) *chart {
	last := stories[len(stories)-1]
	if parentOf(last, stories) == nil {
		return nil
	}
	totals, hands := wholeCourse(stories)
	return drawn(last, 0, totals, hands, look)
}

// wholeCourse returns how the scores of a game went, for the seats as they are at its last
// table.
func wholeCourse(stories []*story.Story) (totals [][]int, hands []string) {
	at := stories[len(stories)-1]
	totals, hands = course(at)
	seats := at.Terms.Everybody() // the seats of the table from which they come
	for s := parentOf(at, stories); s != nil && len(totals) > 0; s, at = parentOf(s, stories), s {
		for i := range seats {
			seats[i] = at.Report.Parent.From[seats[i]]
		}
		had, numbers := course(s)
		stand := slices.Index(numbers, fmt.Sprint(at.Report.Parent.Carry.Hands)) + 1
		for i := range had {
			had[i] = pickSeats(had[i], seats)
		}
		totals, hands = slices.Concat(had[:stand], totals[1:]), slices.Concat(numbers[:stand], hands[1:])
	}
	return totals, hands
}

// parentOf returns the table from which a game goes on, nil if that is not among the stories.
func parentOf(s *story.Story, stories []*story.Story) *story.Story {
	p := s.Report.Parent
	if p == nil || p.Carry.Hands == 0 || s.Report.Err != nil {
		return nil
	}
	goes := func(b *story.Story) bool {
		return b.Report.Table == p.Table && slices.ContainsFunc(b.Report.Hands, func(h audit.HandResult) bool { return h.Head == p.Head })
	}
	if i := slices.IndexFunc(stories, goes); i >= 0 {
		return stories[i]
	}
	return nil
}

func pickSeats(scores, seats []int) []int {
	list := make([]int, len(seats))
	for i, s := range seats {
		list[i] = scores[s]
	}
	return list
}

// drawn draws totals, and the hands after which they stood, for the seats of a table.
func drawn(s *story.Story, n int, totals [][]int, hands []string, look []shown.Sign) *chart {
	if len(totals) < 2 {
		return nil
	}
	low, high := bounds(totals)
	c := &chart{ID: fmt.Sprintf("chart-%d", n), Title: "Totals after each hand", Dots: len(totals) <= mostDots}
	across := func(i int) string { return percent(i, len(totals)-1) }
	up := func(v int) string { return percent(high-v, high-low) }
	every := (len(hands)-1)/mostAcross + 1
	for i := 0; i < len(hands); i += every {
		c.Across = append(c.Across, tick{At: across(i), Label: hands[i]})
	}
	step := rung(high - low)
	for v := low; v <= high; v += step {
		c.Up = append(c.Up, tick{At: up(v), Label: signedNumber(v, false)})
	}
	var ends []string
	for seat := range s.Report.Seats {
		l := line{Look: look[seat], Name: s.Name(seat), Total: totals[len(totals)-1][seat]}
		for i := range totals {
			l.Points = append(l.Points, [2]string{across(i), up(totals[i][seat])})
			if i > 0 {
				l.Segments = append(l.Segments, [4]string{l.Points[i-1][0], l.Points[i-1][1], l.Points[i][0], l.Points[i][1]})
			}
		}
		c.Lines = append(c.Lines, l)
		ends = append(ends, fmt.Sprintf("%s from %s to %s", l.Name, signedNumber(totals[0][seat], false), signedNumber(l.Total, false)))
	}
	c.Text = fmt.Sprintf("The totals over %s: %s. The numbers are in a table below.", count(len(totals)-1, "hand"), strings.Join(ends, ", "))
	return c
}

// course lists the totals, and the hands after which they stood.
func course(s *story.Story) (totals [][]int, hands []string) {
	for _, h := range s.Hands {
		if len(totals) == 0 {
			totals, hands = append(totals, h.Scores()), append(hands, "start")
		}
		if h.Result != nil {
			totals, hands = append(totals, h.Result.Scores), append(hands, fmt.Sprint(h.Number))
		}
	}
	return totals, hands
}

// bounds returns the lowest and the highest line of the grid.
func bounds(totals [][]int) (low, high int) {
	for _, row := range totals {
		low, high = min(low, slices.Min(row)), max(high, slices.Max(row))
	}
	if low == high {
		high = low + 1
	}
	step := rung(high - low)
	return -((-low + step - 1) / step * step), (high + step - 1) / step * step
}

// rung returns a round number that divides a range into a few parts.
func rung(size int) int {
	for step := 1; ; step *= 10 {
		for _, k := range []int{1, 2, 5} {
			if size <= mostUp*k*step {
				return k * step
			}
		}
	}
}

func percent(part, whole int) string { return fmt.Sprintf("%.2f%%", 100*float64(part)/float64(whole)) }

// signedNumber writes a number with a minus that is as wide as a plus.
func signedNumber(n int, plus bool) string {
	switch {
	case n < 0:
		return fmt.Sprintf("−%d", -n)
	case plus:
		return fmt.Sprintf("+%d", n)
	}
	return fmt.Sprint(n)
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
