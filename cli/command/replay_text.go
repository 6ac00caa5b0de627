package command

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"fives/cli/draw"
	"fives/cli/layout"
	"fives/cli/say"
	"fives/cli/shown"
	"fives/engine/audit"
	"fives/engine/story"
	"fives/engine/table"
)

// A teller prints what happened at a table, from its log.
type teller struct {
	out   io.Writer
	style draw.Style
	story *story.Story
}

// tellGame prints everything that happened at the tables of a game, as these eyes saw it.
func tellGame(w io.Writer, stories []*story.Story, s draw.Style, eyes shown.Eyes) error {
	out := bufio.NewWriter(w)
	for i, one := range stories {
		if i > 0 {
			fmt.Fprintln(out)
		}
		teller{out, s, one}.table(eyes.At(one))
	}
	return out.Flush()
}

// title says what was played, and by whom.
func (w teller) title() {
	r := w.story.Report
	fmt.Fprintf(w.out, "%s, table %s\n", w.style.Strong(say.Clean(w.story.Title())), say.Short(r.Table.String()))
	if text := before(r); text != "" {
		for _, l := range layout.Wrap(text, max(30, w.style.Width-2)) {
			fmt.Fprintf(w.out, "  %s\n", l)
		}
	}
	held := say.Tenures(r.Seats)
	for i, seat := range r.Seats {
		bot := ""
		if seat.BotOf != "" {
			bot = "  " + say.Bot(seat.Name, seat.BotOf, seat.Strength) + "; " + say.BotKey
		}
		fmt.Fprintf(w.out, "  %s  %s%s\n", say.Name(seat.Name), seat.Fingerprint, bot)
		for _, l := range layout.Wrap(say.Clean(held[i]), max(20, w.style.Width-4)) {
			fmt.Fprintf(w.out, "    %s\n", l)
		}
	}
}

// before says which table this one continues. If the log of that table is not at hand, it says
// that only that log tells who sat there before.
func before(r *audit.Report) string {
	if r.Parent == nil {
		return ""
	}
	text := "continues table " + say.Short(r.Parent.Table.String())
	if r.Parent.Carry.Hands > 0 {
		text += " " + say.FromHand(r.Parent.Carry.Hands+1)
		if known := func(s audit.Seat) bool { return s.Since() <= r.Parent.Carry.Hands || s.Changed() }; !slices.ContainsFunc(r.Seats, known) {
			text += "; who sat there before is in its log"
		}
	}
	return text
}

// table prints the story of the table.
func (w teller) table(eyes int) {
	w.title()
	for _, h := range w.story.Hands {
		if len(h.Moments) > 1 || !w.story.Report.Continued { // another table may begin it anew
			w.hand(h, eyes)
		}
	}
	for _, l := range w.story.Leaves {
		left := story.Event{Kind: story.Left, Name: w.story.Nickname(l.Seat)}
		fmt.Fprintf(w.out, "\n%s\n", draw.Says(w.style, left.Sentence()))
	}
	w.heading(w.ending())
}

// heading prints a strong line below a blank one.
func (w teller) heading(text string) { fmt.Fprintf(w.out, "\n%s\n", w.style.Strong(text)) }

// handHeading names a hand, and says so if the game goes on from before it.
func (w teller) handHeading(h *story.Hand) {
	r, text := w.story.Report, say.Hand(h.Number)
	stands := slices.ContainsFunc(r.Hands[:min(r.Stands, len(r.Hands))], func(s audit.HandResult) bool { return s.Hand == h.Number })
	if r.Continued && !stands {
		text += ", which does not count"
	}
	w.heading(text)
}

// at returns the style with the marks that the cards of a hand had at a moment.
func (w teller) at(h *story.Hand, moment int) draw.Style {
	s := w.style
	s.Marks = h.View(moment, story.Onlooker).Marks
	return s
}

// hand prints a hand, each moment on a line that begins with its record.
func (w teller) hand(h *story.Hand, eyes int) {
	w.handHeading(h)
	for i, m := range h.Moments {
		if m.Kind == story.Begun {
			continue
		}
		head := fmt.Sprintf("%6d  ", m.Record)
		for _, l := range layout.Wrap(draw.Says(w.at(h, i), w.story.Event(h, i, eyes).Sentence()), max(20, w.style.Width-len(head))) {
			fmt.Fprintln(w.out, w.style.Weak(head)+l)
			head = strings.Repeat(" ", len(head))
		}
		if m.Kind == story.Settled {
			w.sheet(h, len(head))
		}
	}
	for _, c := range w.covered(h) {
		for _, l := range layout.Wrap(c, max(20, w.style.Width-8)) {
			fmt.Fprintf(w.out, "        %s\n", l)
		}
	}
	for _, b := range w.story.Violations(h) {
		fmt.Fprintln(w.out, w.style.Warning("     !  "+say.Clean(b.String())))
	}
	if len(h.Receipts) > 0 {
		var seats []int
		for _, r := range h.Receipts {
			seats = append(seats, r.Seat)
		}
		fmt.Fprintf(w.out, "        signed by %s\n", say.Clean(w.story.Names(seats)))
	}
}

// sheet prints the score sheets of a hand behind a margin of margin columns.
func (w teller) sheet(h *story.Hand, margin int) {
	for _, l := range sheetOf(h.Result, w.story.Terms.Names(), w.style, margin) {
		fmt.Fprintln(w.out, l)
	}
}

// sheetOf draws the score sheets of a hand, with the names of the seats, behind a margin of
// margin columns.
func sheetOf(r *table.Result, names []string, s draw.Style, margin int) []string {
	clean := make([]string, len(names))
	for i, n := range names {
		clean[i] = say.Clean(n)
	}
	s.Marks = r.Marks
	return draw.Indented(strings.Repeat(" ", margin), draw.Sheet("", shown.ResultsOf(r.Settlement, clean), s, s.Width-margin))
}

// covered says what the others did for somebody in a hand.
func (w teller) covered(h *story.Hand) (list []string) {
	for _, c := range w.story.Covered(h) {
		list = append(list, say.Capital(say.Covered(w.story.Nickname(c.Seat), c))+".")
	}
	return list
}

// ending says how things stand at the end of the log.
func (w teller) ending() string {
	var winners []string
	if w.story.Report.Winners != nil {
		winners = w.story.Nicknames(w.story.Report.Winners)
	}
	return say.Ending(winners, w.story.Report.Continued, w.story.Report.Unfinished)
}
