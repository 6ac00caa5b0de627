package replay

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
)

// Plain prints everything that happened, as those eyes saw it.
func Plain(w io.Writer, stories []*story.Story, s draw.Style, eyes shown.Eyes) error {
	out := bufio.NewWriter(w)
	for i, one := range stories {
		if i > 0 {
			fmt.Fprintln(out)
		}
		printStory(out, one, s, eyes.At(one))
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("replay: %w", err)
	}
	return nil
}

// title says what was played, and by whom.
func title(w io.Writer, one *story.Story, s draw.Style) {
	r := one.Report
	fmt.Fprintf(w, "%s, table %s\n", s.Strong(say.Clean(one.Title())), say.Short(r.Table.String()))
	if text := before(r); text != "" {
		for _, l := range layout.Wrap(text, max(30, s.Width-2)) {
			fmt.Fprintf(w, "  %s\n", l)
		}
	}
	held := say.Tenures(r.Seats)
	for i, seat := range r.Seats {
		bot := ""
		if seat.BotOf != "" {
			bot = "  " + say.Bot(seat.BotOf, seat.Strength)
		}
		fmt.Fprintf(w, "  %s  %s%s\n", say.Name(seat.Name), seat.Fingerprint, bot)
		for _, l := range layout.Wrap(say.Clean(held[i]), max(20, s.Width-4)) {
			fmt.Fprintf(w, "    %s\n", l)
		}
	}
}

// before says which table this one continues; and in whose log it is who sat there before,
// where that is not at hand.
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

// printStory prints the story of a table.
func printStory(w io.Writer, one *story.Story, s draw.Style, eyes int) {
	title(w, one, s)
	for _, h := range one.Hands {
		if len(h.Moments) > 1 || !one.Report.Continued { // another table may begin it anew
			hand(w, one, h, s, eyes)
		}
	}
	for _, l := range one.Leaves {
		left := story.Event{Kind: story.Left, Name: one.Nickname(l.Seat)}
		fmt.Fprintf(w, "\n%s\n", draw.Says(s, left.Sentence()))
	}
	heading(w, s, ending(one))
}

// heading prints a strong line below a blank one.
func heading(w io.Writer, s draw.Style, text string) { fmt.Fprintf(w, "\n%s\n", s.Strong(text)) }

// handHeading names a hand, and says of one that is left behind where the game goes on.
func handHeading(one *story.Story, h *story.Hand) string {
	r := one.Report
	stands := slices.ContainsFunc(r.Hands[:min(r.Stands, len(r.Hands))], func(s audit.HandResult) bool { return s.Hand == h.Number })
	if r.Continued && !stands {
		return say.Hand(h.Number) + ", which does not count"
	}
	return say.Hand(h.Number)
}

// hand prints a hand, every moment in a line that begins with its record.
func hand(w io.Writer, one *story.Story, h *story.Hand, s draw.Style, eyes int) {
	heading(w, s, handHeading(one, h))
	for i, m := range h.Moments {
		if m.Kind == story.Begun {
			continue
		}
		head := fmt.Sprintf("%6d  ", m.Record)
		for _, l := range layout.Wrap(draw.Says(marked(s, h, i), one.Event(h, i, eyes).Sentence()), max(20, s.Width-len(head))) {
			fmt.Fprintln(w, s.Weak(head)+l)
			head = strings.Repeat(" ", len(head))
		}
		if m.Kind == story.Settled {
			for _, l := range Sheet(h.Result, one.Terms.Names(), s, len(head)) {
				fmt.Fprintln(w, l)
			}
		}
	}
	for _, c := range covered(one, h) {
		for _, l := range layout.Wrap(c, max(20, s.Width-8)) {
			fmt.Fprintf(w, "        %s\n", l)
		}
	}
	for _, b := range one.Violations(h) {
		fmt.Fprintln(w, s.Warning("     !  "+say.Clean(b.String())))
	}
	if len(h.Receipts) > 0 {
		var seats []int
		for _, r := range h.Receipts {
			seats = append(seats, r.Seat)
		}
		fmt.Fprintf(w, "        signed by %s\n", say.Clean(one.Names(seats)))
	}
}

// covered says what the others have done in a hand for somebody.
func covered(one *story.Story, h *story.Hand) (list []string) {
	for _, c := range one.Covered(h) {
		list = append(list, say.Capital(say.Covered(one.Nickname(c.Seat), c))+".")
	}
	return list
}

func ending(one *story.Story) string {
	var winners []string
	if one.Report.Winners != nil {
		winners = one.Nicknames(one.Report.Winners)
	}
	return say.Ending(winners, one.Report.Continued, one.Report.Unfinished)
}
