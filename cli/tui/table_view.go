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

// said is the move that the key would play, or what is being typed, and the answer
// to the last key. What is alone has two lines if it needs them.
func (s scene) said(move string) []string {
	if s.input != "" {
		move = s.p.cut(" "+s.input, s.w)
	}
	lines := []string{move, s.noteLine()}
	for i, l := range lines {
		if broken := strings.Split(ansi.Wordwrap(l, s.w-1, ""), "\n"); len(broken) > 1 && lines[1-i] == "" {
			return []string{s.p.cut(broken[0], s.w), s.p.cut("   "+strings.Join(broken[1:], " "), s.w)}
		}
	}
	return []string{s.p.cut(lines[0], s.w), s.p.cut(lines[1], s.w)}
}

func (s scene) noteLine() string {
	if s.note == "" {
		return ""
	}
	style := s.p.plain
	if s.warning {
		style = s.p.warn
	}
	return style.Render(" " + s.note)
}

// cardSize is how large one's own cards are drawn on a screen.
func (s scene) cardSize() size {
	if s.h >= 32 {
		return large
	}
	return small
}

// Heights of the table's rows that do not depend on the screen.
const (
	headRows = 2 // title, rule or banner
	footRows = 3 // the move or what is typed, the note, the keys
)

// A tableView is a table on a scene: what is drawn of it, and where.
type tableView struct {
	table
	scene
}

// draw lays out the whole screen: above, the table; below, one's hand and moves.
func (v tableView) draw() block {
	if v.t.View != nil {
		v.p = v.p.marked(v.t.View.Marks)
	}
	bottom := v.bottom()
	if v.handless() {
		bottom = block{}
	}
	prompt, facts := v.promptLines(), v.factLines()
	middle := max(3, v.h-headRows-footRows-len(facts)-len(prompt)-bottom.height())
	all := above(
		text(v.title()), text(facts...), text(v.bannerLine()),
		v.middle(v.w, middle),
		text(prompt...),
		bottom,
		text(v.said(v.actionLine())...), text(v.keysLine),
	)
	return all.fit(v.w, v.h)
}

func (v tableView) title() string {
	left := " " + v.t.Title
	if view := v.t.View; view != nil && !slices.ContainsFunc(view.Facts, func(f rules.Fact) bool { return f.Label == "hand" }) {
		left += fmt.Sprintf("  hand %d", view.Hand)
	}
	left += v.p.plainly(" · table ") + words.Short(v.id)
	right := string(v.t.Phase)
	if turn := words.Turn(v.t.Summary); turn != "" && draw.Turn(v.t) >= 0 {
		right = turn + v.clock()
	}
	return v.p.bar.Render(v.p.ends(left, right+" ", v.w))
}

// clock is the time that is left for the turn.
func (v tableView) clock() string {
	if v.t.Deadline == nil {
		return ""
	}
	left := max(0, v.t.Deadline.Sub(v.now).Round(time.Second))
	return fmt.Sprintf("  %d:%02d", int(left.Minutes()), int(left.Seconds())%60)
}

// factLines are the facts in one line, or two where they need them.
func (v tableView) factLines() []string {
	lines, sep := []string{""}, v.p.weak.Render(v.p.pick(" · ", "; "))
	for _, f := range v.facts() {
		last := &lines[len(lines)-1]
		switch {
		case *last == "":
			*last = " " + f
		case len(lines) < 2 && ansi.StringWidth(*last+sep+f) > v.w:
			lines = append(lines, " "+f)
		default:
			*last += sep + f
		}
	}
	for i, l := range lines {
		lines[i] = v.p.cut(l, v.w)
	}
	return lines
}

// bannerLine shows what is wrong, else a line.
func (v tableView) bannerLine() string {
	all := v.troubles(v.now)
	if v.banner != "" {
		all = append([]string{v.banner}, all...)
	}
	if len(all) == 0 {
		return v.p.rule(v.w)
	}
	return v.p.alarm.Render(pad(v.p.cut(" "+strings.Join(all, v.p.plainly(" · ")), v.w), v.w))
}

// middle shows seats and story at the left, the piles at the right.
func (v tableView) middle(w, h int) block {
	left := min(max(w*42/100, 30), 52)
	if v.handless() {
		left = 24
	}
	seats := v.seats(left, h-5)
	if seats.height() > h-2 {
		seats = seats.fit(0, max(1, h-2))
	}
	b := above(seats, text(""))
	if v.handless() {
		b = above(b, v.moveBlock(left, min(len(v.moves.all)+1, h-b.height())), text(""))
	}
	b = above(b, v.story.draw(v.p, v.tell(), left, max(0, h-b.height()), v.back)).fit(left, h)
	var zones []rules.Zone
	if v.t.View != nil {
		zones = slices.DeleteFunc(slices.Clone(v.t.View.Zones), func(z rules.Zone) bool { return z.Kind == rules.HandZone })
	}
	right := felt{p: v.p, whole: v.handless(), zones: zones, name: v.name}.draw(w-left-3, h).fit(0, h)
	bar := strings.Repeat(v.p.weak.Render(v.p.pick("│", "|"))+"\n", h)
	return beside(1, b, text(strings.Split(strings.TrimSuffix(bar, "\n"), "\n")...), right)
}

// bottom shows one's hand at the left and the legal moves at the right.
func (v tableView) bottom() block {
	size := v.cardSize()
	h := size.h + 3
	if len(v.hand.cards) == 0 {
		return v.moveBlock(v.w, min(h, max(3, len(v.moves.all)+1))).fit(v.w, 0)
	}
	movesWidth := max(26, v.w*36/100)
	cards := v.hand.draw(v.p, size, v.w-movesWidth-3, v.useful())
	left := above(text(" "+v.hand.caption(v.p)), beside(0, text(" "), cards))
	left = left.fit(max(left.width(), v.w/2), 0)
	w := v.w - left.width() - 2
	return beside(2, left, v.moveBlock(w, h))
}

func (v tableView) moveBlock(w, h int) block {
	fits := v.fits()
	l := v.moves
	l.cursor = max(0, min(l.cursor, len(fits)-1))
	title := v.moveTitle(l.cursor, len(fits), h-1)
	return above(text(v.p.weak.Render(v.p.cut(title, w))), l.draw(v.p, fits, w, h-1)).fit(w, h)
}

// moveTitle counts the n moves that are listed, and says at which of them the
// list is if h lines do not hold it.
func (v tableView) moveTitle(at, n, h int) string {
	if n == 0 || v.t.Phase == control.PhaseOver {
		return ""
	}
	what := "legal move"
	if len(v.hand.chosen) > 0 && v.useful() != nil {
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
func (v tableView) promptLines() []string {
	return indented(strings.Split(ansi.Wordwrap(v.prompt(), v.w-2, ""), "\n"))
}

func indented(lines []string) []string {
	for i, l := range lines {
		lines[i] = " " + l
	}
	return lines
}

// actionLine says what the key would do.
func (v tableView) actionLine() string {
	if why := v.why(); why != "" {
		return " " + v.p.plainly(why)
	}
	if m := v.current(); m != "" && v.t.YourTurn && v.sent == "" {
		lead := "enter plays "
		if m == v.hint {
			lead = "hint, enter plays "
		}
		return " " + v.p.accent.Render(lead) + v.p.move(m)
	}
	return ""
}

// why says that no move uses the cards that are chosen, or the one under the
// cursor, and how to learn the reason.
func (v tableView) why() string {
	chosen := v.hand.picked()
	if c := v.hand.under(); v.idle(c) && !v.moves.aimed {
		return "no move in the list uses " + v.p.name(c) + "; space and enter ask for the reason"
	}
	if !v.t.YourTurn || len(chosen) == 0 || len(v.fits()) > 0 {
		return ""
	}
	line := "no move in the list uses " + v.p.names(chosen)
	if try := v.moves.attempt(chosen); try != "" {
		line += "; enter tries " + v.p.move(try)
	}
	return line
}

// facts are the lines about the table that are not cards.
func (v tableView) facts() []string {
	if v.t.View == nil {
		return nil
	}
	var all []string
	for _, f := range v.t.View.Facts {
		all = append(all, v.p.weak.Render(f.Label+" ")+f.Value)
	}
	for _, l := range draw.Legend(v.t.View.Marks) {
		all = append(all, v.p.weak.Render(l))
	}
	return all
}

// prompt says what the player may do, or for what the table waits.
func (v tableView) prompt() string {
	switch {
	case !v.loaded:
		return v.p.weak.Render("looking at the table…")
	case v.sent != "":
		return v.p.weak.Render("playing ") + v.p.move(v.sent)
	case v.t.Phase == control.PhaseOver:
		return v.p.strong.Render(v.p.plainly(words.Sentence(words.Over(v.t.Winners)) + " · r plays again · esc goes to the lobby"))
	case v.t.Call != nil:
		return v.p.good.Render(v.p.plainly(words.Wanted(*v.t.Call) + " · g agrees"))
	case v.t.YourTurn && v.t.View != nil:
		return v.p.good.Render("Your turn. ") + v.p.strong.Render(words.Capital(v.t.View.Prompt))
	}
	return v.p.weak.Render(words.Waiting(v.t.Waiting))
}
