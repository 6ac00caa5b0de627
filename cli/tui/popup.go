package tui

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/charmbracelet/x/ansi"

	"fives/cli/words"
	"fives/engine/card"
	"fives/engine/games"
	"fives/p2p/control"
)

// A popup lies over the screen until it is answered.
type popup struct {
	kind   popupKind
	about  string // table that it is about
	hand   int    // whose result it shows
	title  string
	lines  []string
	scroll int
	foot   string
	names  []string // whom it is about
}

type popupKind int

const (
	noPopup popupKind = iota
	showText
	askLeave
	askOnward
	showSettled
)

const anyKey = "any key goes on"

// draw makes the box, as large as the screen allows.
func (u popup) draw(p palette, w, h int) block {
	in := min(w-6, max(u.longest(), 30))
	room := h - 6
	lines := u.lines
	if len(lines) > room {
		top := min(u.scroll, len(lines)-room)
		lines = lines[top : top+room]
	}
	f := p.frame()
	rule := strings.Repeat(f.across, in+2)
	title := p.cut(" "+u.title+" ", in)
	head := f.tl + f.across + p.strong.Render(title) + strings.Repeat(f.across, max(0, in+1-ansi.StringWidth(title))) + f.tr
	all := []string{head}
	for _, l := range append(slices.Clone(lines), "", p.weak.Render(p.plainly(u.foot))) {
		all = append(all, f.down+" "+pad(p.cut(l, in), in)+" "+f.down)
	}
	return text(append(all, f.bl+rule+f.br)...)
}

func (u popup) longest() int {
	n := max(ansi.StringWidth(u.title)+2, ansi.StringWidth(u.foot))
	for _, l := range u.lines {
		n = max(n, ansi.StringWidth(l))
	}
	return n
}

// scrolled moves a long text.
func (u popup) scrolled(by, h int) popup {
	u.scroll = max(0, min(u.scroll+by, len(u.lines)-(h-6)))
	return u
}

// settlement shows the result of the hand of that number: the cards, the points,
// the totals.
func (t table) settlement(p palette, w, number int) popup {
	h := t.t.Hands[number-1]
	u := popup{kind: showSettled, about: t.id, hand: number, title: fmt.Sprintf("Hand %d", h.Number), foot: anyKey}
	if h.Void {
		u.lines = append(u.lines, "The hand is void: nobody scores.", "")
	}
	u.lines = append(u.lines, t.result(p, h)...)
	for _, b := range h.Violations {
		u.lines = append(u.lines, "")
		u.lines = append(u.lines, styled(p.warn.Render, wrap(fmt.Sprintf("%s broke a rule with %q: %s", words.Name(b.Name), b.Move, b.Rule), min(w-8, 66)))...)
	}
	if t.t.Phase == control.PhaseOver && number == len(t.t.Hands) {
		u.title = "The game is over"
		u.lines = append(u.lines, "", p.good.Render(words.Sentence(words.Over(t.t.Winners))))
		u.foot = "r plays again · esc looks at the table"
	}
	return u
}

// result is a hand as a table: names, cards, points, totals.
func (t table) result(p palette, h control.Hand) []string {
	wide := 4
	for _, s := range t.t.Seats {
		wide = max(wide, min(16, ansi.StringWidth(words.Name(s.Name))))
	}
	head := pad("", wide) + padLeft("points", 8) + padLeft("total", 8)
	if slices.ContainsFunc(t.t.Seats, func(s control.Seat) bool { return len(h.Cards[s.Name])+len(h.Laid[s.Name]) > 0 }) {
		head += "  cards"
	}
	lines := []string{p.weak.Render(head)}
	for _, s := range t.t.Seats {
		style := p.plain
		if s.You {
			style = p.strong
		}
		cards, _ := card.ParseAll(h.Cards[s.Name])
		line := pad(style.Render(p.person(s.Name, wide)), wide) + padLeft(signed(h.Points[s.Name]), 8) +
			padLeft(fmt.Sprint(h.Scores[s.Name]), 8) + "  "
		if laid := p.melds(h.Laid[s.Name]); laid != "" {
			lines = append(lines, line+p.weak.Render("laid ")+laid)
			if line = padLeft("", wide+8+8+2) + p.weak.Render("left "); len(cards) == 0 {
				continue
			}
		}
		lines = append(lines, line+p.names(cards))
	}
	return lines
}

// melds is melds in a line of text.
func (p palette) melds(melds [][]string) string {
	words := make([]string, len(melds))
	for i, m := range melds {
		cards, _ := card.ParseAll(m)
		words[i] = p.names(cards)
	}
	return strings.Join(words, p.weak.Render(p.pick(" │ ", " | ")))
}

// person is [words.Name], cut to so many columns.
func (p palette) person(s string, n int) string {
	shown := words.Name(s)
	if inner, ok := strings.CutPrefix(shown, `"`); ok && ansi.StringWidth(shown) > n {
		return `"` + p.cut(strings.TrimSuffix(inner, `"`), n-2) + `"`
	}
	return p.cut(shown, n)
}

func signed(n int) string {
	if n == 0 {
		return "0"
	}
	return fmt.Sprintf("%+d", n)
}

// scores is the history of the totals, a line for each hand; with the points of
// the hand where there is room.
func (t table) scores(p palette, w int) popup {
	u := popup{kind: showText, about: t.id, title: "Scores", foot: "↑↓ scrolls · any other key goes on"}
	column := max(6, min(14, (w-12)/max(1, len(t.t.Seats))))
	head := padLeft("hand", 4)
	for _, s := range t.t.Seats {
		head += padLeft(p.person(s.Name, column-2), column)
	}
	u.lines = append(u.lines, p.weak.Render(head))
	for _, h := range t.t.Hands {
		line := padLeft(fmt.Sprint(h.Number), 4)
		for _, s := range t.t.Seats {
			cell := fmt.Sprint(h.Scores[s.Name])
			if column == 14 {
				cell = signed(h.Points[s.Name]) + padLeft(cell, 7)
			}
			line += padLeft(cell, column)
		}
		if h.Void {
			line += p.weak.Render("  void")
		}
		if len(h.Violations) > 0 {
			line += p.warn.Render("  a rule was broken")
		}
		u.lines = append(u.lines, line)
	}
	if len(t.t.Hands) == 0 {
		u.lines = append(u.lines, "no hand is settled yet")
	}
	return u
}

// rulesOf shows the rule page of a game, and its moves.
func rulesOf(p palette, game string, w int) popup {
	rs, err := games.Find(game)
	if err != nil {
		return popup{kind: showText, title: "Rules", lines: []string{err.Error()}, foot: anyKey}
	}
	u := popup{kind: showText, title: rs.Title, foot: "↑↓ scrolls · any other key goes on"}
	u.lines = append(u.lines, "Moves, as one types them:")
	for _, n := range rs.Notation {
		u.lines = append(u.lines, "  "+strings.Join(page(p, n, w), " "))
	}
	u.lines = append(u.lines, "")
	u.lines = append(u.lines, page(p, rs.Rules, w-8)...)
	return u
}

// page sets a rule page, which is written in Markdown, as plain text.
func page(p palette, markdown string, w int) []string {
	var lines []string
	for _, l := range strings.Split(strings.TrimSpace(markdown), "\n") {
		l = strings.NewReplacer("**", "", "`", "").Replace(l)
		if p.ascii {
			l = letters(l)
		}
		switch {
		case strings.HasPrefix(l, "#"):
			lines = append(lines, p.strong.Render(strings.TrimLeft(l, "# ")))
		case ansi.StringWidth(l) <= w, strings.HasPrefix(l, "|"):
			lines = append(lines, l)
		default:
			lines = append(lines, wrap(l, w)...)
		}
	}
	return lines
}

// letters puts a question mark for what is not ASCII and has no stand-in.
func letters(s string) string {
	s = strings.NewReplacer("♣", "c", "♦", "d", "♥", "h", "♠", "s", "★", "t", "…", "...", "–", "-", "—", "-", "−", "-", "×", "x", "≤", "<=", "≥", ">=", "→", "->", "’", "'", "“", `"`, "”", `"`).Replace(s)
	return strings.Map(func(r rune) rune {
		if r > unicode.MaxASCII {
			return '?'
		}
		return r
	}, s)
}

// leaving asks before a seat is given up.
func leaving(id, what string) popup {
	return popup{kind: askLeave, about: id, title: "Leave", lines: []string{what}, foot: "y leaves · any other key stays"}
}

// goingOn asks before the others are called to go on. It names those who are
// left out: one who comes back while it is answered is no reason to call for a
// new deal with everybody.
func goingOn(t table) popup {
	u := popup{kind: askOnward, about: t.id, title: "Go on", foot: "y calls the others · any other key waits"}
	for _, s := range t.t.Seats {
		if away(s) && !s.Left {
			u.names = append(u.names, s.Name)
		}
	}
	who := "with those who are there"
	if len(u.names) > 0 {
		who = "without " + words.Names(u.names, ", ")
	}
	u.lines = []string{"Go on from the last settled hand " + who + "?", "The running hand is dropped; everybody has to agree."}
	return u
}
