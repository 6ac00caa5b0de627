package tui

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"

	"fives/cli/draw"
	"fives/cli/words"
	"fives/engine/rules"
	"fives/p2p/control"
)

// A scene is what the rest of the model lends to the table's drawing.
type scene struct {
	p        palette
	w, h     int
	now      time.Time
	banner   string
	note     string // an answer to the player's last key
	warning  bool   // the note says that something went wrong
	story    story  // of the table
	input    string // the line that is being typed, drawn
	keysLine string
}

// Heights of the table's rows that do not depend on the screen.
const (
	headRows = 2 // title, rule or banner
	footRows = 3 // the move or what is typed, the note, the keys
)

// draw lays out the whole screen: above, the table; below, one's hand and moves.
func (t table) draw(s scene) block {
	bottom := t.bottom(s)
	if t.handless() {
		bottom = block{}
	}
	prompt, facts := t.promptLines(s), t.factLines(s)
	middle := max(3, s.h-headRows-footRows-len(facts)-len(prompt)-bottom.height())
	all := above(
		text(t.title(s)), text(facts...), text(t.bannerLine(s)),
		t.middle(s, s.w, middle),
		text(prompt...),
		bottom,
		text(t.said(s)...), text(s.keysLine),
	)
	return all.fit(s.w, s.h)
}

func (t table) title(s scene) string {
	left := " " + t.t.Title
	if v := t.t.View; v != nil && !slices.ContainsFunc(v.Facts, func(f rules.Fact) bool { return f.Label == "hand" }) {
		left += fmt.Sprintf("  hand %d", v.Hand)
	}
	left += s.p.plainly(" · table ") + words.Short(t.id)
	right := string(t.t.Phase)
	if turn := words.Turn(t.t.Summary); turn != "" && draw.Turn(t.t) >= 0 {
		right = turn + t.clock(s.now)
	}
	return s.p.bar.Render(s.p.ends(left, right+" ", s.w))
}

// clock is the time that is left for the turn.
func (t table) clock(now time.Time) string {
	if t.t.Deadline == nil {
		return ""
	}
	left := max(0, t.t.Deadline.Sub(now).Round(time.Second))
	return fmt.Sprintf("  %d:%02d", int(left.Minutes()), int(left.Seconds())%60)
}

// factLines are the facts in one line, or two where they need them.
func (t table) factLines(s scene) []string {
	lines, sep := []string{""}, s.p.weak.Render(s.p.pick(" · ", "; "))
	for _, f := range t.facts(s.p) {
		last := &lines[len(lines)-1]
		switch {
		case *last == "":
			*last = " " + f
		case len(lines) < 2 && ansi.StringWidth(*last+sep+f) > s.w:
			lines = append(lines, " "+f)
		default:
			*last += sep + f
		}
	}
	for i, l := range lines {
		lines[i] = s.p.cut(l, s.w)
	}
	return lines
}

// bannerLine shows what is wrong, else a line.
func (t table) bannerLine(s scene) string {
	all := t.troubles(s.now)
	if s.banner != "" {
		all = append([]string{s.banner}, all...)
	}
	if len(all) == 0 {
		return s.p.rule(s.w)
	}
	return s.p.alarm.Render(pad(s.p.cut(" "+strings.Join(all, s.p.plainly(" · ")), s.w), s.w))
}

// middle shows seats and story at the left, the piles at the right.
func (t table) middle(s scene, w, h int) block {
	left := min(max(w*42/100, 30), 52)
	if t.handless() {
		left = 24
	}
	seats := t.seats(s.p, left, h-5)
	if seats.height() > h-2 {
		seats = seats.fit(0, max(1, h-2))
	}
	b := above(seats, text(""))
	if t.handless() {
		b = above(b, t.moveBlock(s, left, min(len(t.moves.all)+1, h-b.height())), text(""))
	}
	b = above(b, s.story.draw(s.p, t.tell(), left, max(0, h-b.height()), t.back)).fit(left, h)
	var zones []rules.Zone
	if t.t.View != nil {
		zones = slices.DeleteFunc(slices.Clone(t.t.View.Zones), func(z rules.Zone) bool { return z.Kind == rules.HandZone })
	}
	right := felt{p: s.p, whole: t.handless(), zones: zones, name: t.name}.draw(w-left-3, h).fit(0, h)
	bar := strings.Repeat(s.p.weak.Render(s.p.pick("│", "|"))+"\n", h)
	return beside(1, b, text(strings.Split(strings.TrimSuffix(bar, "\n"), "\n")...), right)
}

// handless reports whether the game has no hands. Then there are more piles, and
// more moves, and the moves are beside the piles.
func (t table) handless() bool {
	_, ok := draw.HandOf(t.t, 0)
	return t.t.View != nil && !ok
}

// cardSize is how large one's own cards are drawn on a screen.
func (s scene) cardSize() size {
	if s.h >= 32 {
		return large
	}
	return small
}

// bottom shows one's hand at the left and the legal moves at the right.
func (t table) bottom(s scene) block {
	size := s.cardSize()
	h := size.h + 3
	if len(t.hand.cards) == 0 {
		return t.moveBlock(s, s.w, min(h, max(3, len(t.moves.all)+1))).fit(s.w, 0)
	}
	movesWidth := max(26, s.w*36/100)
	cards := t.hand.draw(s.p, size, s.w-movesWidth-3, t.useful())
	left := above(text(" "+t.hand.caption(s.p)), beside(0, text(" "), cards))
	left = left.fit(max(left.width(), s.w/2), 0)
	w := s.w - left.width() - 2
	return beside(2, left, t.moveBlock(s, w, h))
}

func (t table) moveBlock(s scene, w, h int) block {
	fits := t.fits()
	l := t.moves
	l.cursor = max(0, min(l.cursor, len(fits)-1))
	title := t.moveTitle(l.cursor, len(fits), h-1)
	return above(text(s.p.weak.Render(s.p.cut(title, w))), l.draw(s.p, fits, w, h-1)).fit(w, h)
}

// moveTitle counts the n moves that are listed, and says at which of them the
// list is if h lines do not hold it.
func (t table) moveTitle(at, n, h int) string {
	if n == 0 || t.t.Phase == control.PhaseOver {
		return ""
	}
	what := "legal move"
	if len(t.hand.chosen) > 0 && t.useful() != nil {
		what = "move"
	}
	title := words.Count(n, what)
	if n > h {
		title = fmt.Sprintf("%d of %s", at+1, title)
	}
	if what == "move" {
		title += " with these"
	}
	return title
}

// promptLines say whose move it is and what it may be.
func (t table) promptLines(s scene) []string {
	return indented(strings.Split(ansi.Wordwrap(t.prompt(s.p), s.w-2, ""), "\n"))
}

func indented(lines []string) []string {
	for i, l := range lines {
		lines[i] = " " + l
	}
	return lines
}

// said is the move that the key would play, and the answer to the last key. What
// is alone has two lines if it needs them.
func (t table) said(s scene) []string {
	lines := []string{t.actionLine(s), t.noteLine(s)}
	for i, l := range lines {
		if broken := strings.Split(ansi.Wordwrap(l, s.w-1, ""), "\n"); len(broken) > 1 && lines[1-i] == "" {
			return []string{s.p.cut(broken[0], s.w), s.p.cut("   "+strings.Join(broken[1:], " "), s.w)}
		}
	}
	return []string{s.p.cut(lines[0], s.w), s.p.cut(lines[1], s.w)}
}

// actionLine says what the key would do, or shows what is being typed.
func (t table) actionLine(s scene) string {
	if s.input != "" {
		return s.p.cut(" "+s.input, s.w)
	}
	if why := t.why(s.p); why != "" {
		return " " + s.p.plainly(why)
	}
	if m := t.current(); m != "" && t.t.YourTurn && t.sent == "" {
		lead := "enter plays "
		if m == t.hint {
			lead = "hint, enter plays "
		}
		return " " + s.p.accent.Render(lead) + s.p.move(m)
	}
	return ""
}

func (t table) noteLine(s scene) string {
	if s.note == "" {
		return ""
	}
	style := s.p.plain
	if s.warning {
		style = s.p.warn
	}
	return style.Render(" " + s.note)
}
