package replay

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

// Records prints what the records of a log did as an onlooker saw it, a step in
// a line that begins with their numbers.
func Records(w io.Writer, one *story.Story, s draw.Style) error {
	out := bufio.NewWriter(w)
	c := &chronicle{out: out, style: s, story: one}
	if len(one.Steps) > 0 {
		c.heading()
	}
	for _, st := range one.Steps {
		c.step(st)
	}
	if r := one.Report; r.Over || len(r.Unfinished) > 0 {
		heading(out, s, ending(one))
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("replay: %w", err)
	}
	return nil
}

type chronicle struct {
	out   io.Writer
	style draw.Style
	story *story.Story
}

func (w *chronicle) heading() {
	r := w.story.Report
	title(w.out, w.story, w.style)
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

func (w *chronicle) step(st story.Step) {
	if st.Kind == record.KindLeave {
		w.line(numbers(st), w.sentence(st))
		return
	}
	if h, _, ok := w.story.At(story.Begun, st.Number); ok {
		heading(w.out, w.style, handHeading(w.story, h))
	}
	w.line(numbers(st), w.sentence(st))
	if h, i, ok := w.story.At(story.Settled, st.Number); ok {
		w.settled(h, i)
	}
}

// sentence is what a step did.
func (w *chronicle) sentence(st story.Step) string {
	text := draw.Says(w.styleAt(st), w.story.Told(st))
	if st.Kind == record.KindReceipt {
		text += w.signedAt(st)
	}
	return text
}

// styleAt has the marks of the cards as they were at a step.
func (w *chronicle) styleAt(st story.Step) draw.Style {
	for _, h := range w.story.Hands {
		for i, m := range h.Moments {
			if m.Step == st.Number {
				return marked(w.style, h, i)
			}
		}
	}
	return w.style
}

// signedAt says when the receipts of a step claim to have been signed.
func (w *chronicle) signedAt(st story.Step) string {
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

// clock is a claimed time. Whoever claims it may claim anything.
func clock(unix uint64) string {
	if unix > record.LatestTime {
		return "an unknown time"
	}
	return time.Unix(int64(unix), 0).UTC().Format("2006-01-02 15:04 MST")
}

const margin = 11 // of the texts

func (w *chronicle) settled(h *story.Hand, moment int) {
	w.line("=", w.style.Strong(draw.Says(w.style, w.story.Event(h, moment, story.Onlooker).Sentence())))
	for _, l := range Sheet(h.Result, w.story.Terms.Names(), w.style, margin) {
		fmt.Fprintln(w.out, l)
	}
	for _, c := range covered(w.story, h) {
		w.line("", c)
	}
	for _, b := range w.story.Violations(h) {
		w.line("!", w.style.Warning(say.Clean(b.String())))
	}
}

// line prints a text behind its records.
func (w *chronicle) line(records, text string) {
	head := fmt.Sprintf("%9s  ", records)
	for _, l := range layout.Wrap(text, max(30, w.style.Width-margin)) {
		fmt.Fprintf(w.out, "%s%s\n", w.style.Weak(head), l)
		head = strings.Repeat(" ", margin)
	}
}

func numbers(st story.Step) string {
	if st.First == st.Last {
		return fmt.Sprint(st.First)
	}
	return fmt.Sprintf("%d-%d", st.First, st.Last)
}
