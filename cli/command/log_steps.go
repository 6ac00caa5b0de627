package command

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"fives/cli/draw"
	"fives/cli/layout"
	"fives/cli/say"
	"fives/engine/record"
	"fives/engine/story"
)

// tellSteps prints what the records of a log did, as an onlooker saw it: one line for each
// step, which begins with the numbers of its records.
func tellSteps(to io.Writer, one *story.Story, s draw.Style) error {
	out := bufio.NewWriter(to)
	w := teller{out, s, one}
	if len(one.Steps) > 0 {
		w.title()
		w.terms()
	}
	for _, st := range one.Steps {
		w.step(st)
	}
	if r := one.Report; r.Over || len(r.Unfinished) > 0 {
		w.heading(w.ending())
	}
	return out.Flush()
}

// terms says with which options the table was opened, and when.
func (w teller) terms() {
	r := w.story.Report
	options := say.Options(r.Game, r.Options)
	if r.Cover {
		options = append(options, say.Cover)
	}
	for _, l := range layout.Wrap(say.Clean(strings.Join(options, ", ")), max(30, w.style.Width-2)) {
		fmt.Fprintf(w.out, "  %s\n", l)
	}
	if r.Time != 0 {
		fmt.Fprintf(w.out, "  %s by the proposer's clock\n", clock(r.Time))
	}
	fmt.Fprintln(w.out)
}

func (w teller) step(st story.Step) {
	if st.Kind == record.KindLeave {
		w.line(numbers(st), w.sentence(st))
		return
	}
	if h, _, ok := w.story.At(story.Begun, st.Number); ok {
		w.handHeading(h)
	}
	w.line(numbers(st), w.sentence(st))
	if h, i, ok := w.story.At(story.Settled, st.Number); ok {
		w.tellSettlement(h, i)
	}
}

// sentence says what a step did.
func (w teller) sentence(st story.Step) string {
	text := draw.Says(w.styleAt(st), w.story.Told(st))
	if st.Kind == record.KindReceipt {
		text += w.signedAt(st)
	}
	return text
}

// styleAt returns the style with the marks that the cards had at a step.
func (w teller) styleAt(st story.Step) draw.Style {
	for _, h := range w.story.Hands {
		for i, m := range h.Moments {
			if m.Step == st.Number {
				return w.at(h, i)
			}
		}
	}
	return w.style
}

// signedAt says when the receipts of a step claim to have been signed.
func (w teller) signedAt(st story.Step) string {
	var times []uint64
	for _, h := range w.story.Hands {
		for _, r := range h.Receipts {
			if r.Record >= st.First && r.Record <= st.Last {
				times = append(times, r.Time)
			}
		}
	}
	if len(times) == 0 {
		return ""
	}
	from, to := clock(slices.Min(times)), clock(slices.Max(times))
	if from == to {
		return ", by their clocks at " + from
	}
	return ", by their clocks from " + from + " to " + to
}

// clock writes a claimed time. Whoever claims it may claim anything.
func clock(unix uint64) string {
	if unix > record.LatestTime {
		return "an unknown time"
	}
	return time.Unix(int64(unix), 0).UTC().Format("2006-01-02 15:04 MST")
}

const stepMargin = 11 // columns before the texts

func (w teller) tellSettlement(h *story.Hand, moment int) {
	w.line("=", w.style.Strong(draw.Says(w.style, w.story.Event(h, moment, story.Onlooker).Sentence())))
	w.sheet(h, stepMargin)
	for _, c := range w.covered(h) {
		w.line("", c)
	}
	for _, b := range w.story.Violations(h) {
		w.line("!", w.style.Warning(say.Clean(b.String())))
	}
}

// line prints a text after the numbers of its records.
func (w teller) line(records, text string) {
	head := fmt.Sprintf("%9s  ", records)
	for _, l := range layout.Wrap(text, max(30, w.style.Width-stepMargin)) {
		fmt.Fprintf(w.out, "%s%s\n", w.style.Weak(head), l)
		head = strings.Repeat(" ", stepMargin)
	}
}

func numbers(st story.Step) string {
	if st.First == st.Last {
		return fmt.Sprint(st.First)
	}
	return fmt.Sprintf("%d-%d", st.First, st.Last)
}
