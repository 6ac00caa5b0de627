package replay

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"fives/cli/draw"
	"fives/cli/layout"
	"fives/cli/phrase"
	"fives/cli/words"
	"fives/engine/story"
)

// Plain prints everything that happened, as those eyes saw it.
func Plain(w io.Writer, stories []*story.Story, s draw.Style, eyes int) error {
	out := bufio.NewWriter(w)
	for i, one := range stories {
		if i > 0 {
			fmt.Fprintln(out)
		}
		printStory(out, one, s, eyes)
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("replay: %w", err)
	}
	return nil
}

// title says what was played, and by whom.
func title(w io.Writer, one *story.Story, s draw.Style) {
	r := one.Report
	fmt.Fprintf(w, "%s, table %s\n", s.Strong(words.Clean(one.Title())), phrase.Short(r.Table.String()))
	if r.Parent != nil {
		fmt.Fprintf(w, "  continues table %s\n", phrase.Short(r.Parent.Table.String()))
	}
	for _, seat := range r.Seats {
		bot := ""
		if seat.BotOf != "" {
			bot = "  " + phrase.Bot(seat.BotOf, seat.Strength)
		}
		fmt.Fprintf(w, "  %s  %s%s\n", words.Name(seat.Name), seat.Fingerprint, bot)
	}
}

// printStory prints the story of a table.
func printStory(w io.Writer, one *story.Story, s draw.Style, eyes int) {
	title(w, one, s)
	for _, h := range one.Hands {
		hand(w, one, h, s, eyes)
	}
	for _, l := range one.Leaves {
		fmt.Fprintf(w, "\n%s leaves the table.\n", words.Clean(one.Name(l.Seat)))
	}
	heading(w, s, ending(one))
}

// heading prints a strong line below a blank one.
func heading(w io.Writer, s draw.Style, text string) { fmt.Fprintf(w, "\n%s\n", s.Strong(text)) }

// hand prints a hand, every moment in a line that begins with its record.
func hand(w io.Writer, one *story.Story, h *story.Hand, s draw.Style, eyes int) {
	heading(w, s, phrase.Hand(h.Number))
	for i, m := range h.Moments {
		if m.Kind == story.Begun {
			continue
		}
		head := fmt.Sprintf("%6d  ", m.Record)
		for _, l := range layout.Wrap(drawn(marked(s, h, i), one.Words(h, i, eyes)), max(20, s.Width-len(head))) {
			fmt.Fprintln(w, s.Weak(head)+l)
			head = strings.Repeat(" ", len(head))
		}
		if m.Kind == story.Settled {
			for _, l := range Sheet(*h.Result, one.Terms.Names(), s, len(head)) {
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
		fmt.Fprintln(w, s.Warning("     !  "+words.Clean(b.String())))
	}
	if len(h.Receipts) > 0 {
		var seats []int
		for _, r := range h.Receipts {
			seats = append(seats, r.Seat)
		}
		fmt.Fprintf(w, "        signed by %s\n", words.Clean(one.Names(seats)))
	}
}

// covered says what the others have done in a hand for somebody.
func covered(one *story.Story, h *story.Hand) (list []string) {
	for _, c := range one.Covered(h) {
		list = append(list, words.Capital(phrase.Covered(one.Nickname(c.Seat), c))+".")
	}
	return list
}

func ending(one *story.Story) string {
	var winners []string
	if one.Report.Winners != nil {
		winners = one.Nicknames(one.Report.Winners)
	}
	return phrase.Ending(winners, one.Report.Continued, one.Report.Unfinished)
}
