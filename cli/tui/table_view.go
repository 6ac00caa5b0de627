package tui

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"

	"fives/cli/draw"
	"fives/cli/layout"
	"fives/cli/prefs"
	"fives/cli/say"
	"fives/cli/shown"
	"fives/p2p/api"
)

// A scene is what drawing the table needs from the rest of the model.
type scene struct {
	p        palette
	w, h     int
	now      time.Time
	banner   string
	note     string // the answer to the player's last key
	warning  bool   // the note says that something went wrong
	task     string // what the lesson wants the player to play
	story    story  // of the table
	heard    func(table string) story
	cards    prefs.Size // as large as the player likes them
	match    shown.Match
	input    string // the line that is being typed, drawn
	keysLine block
}

// answerLines draws the move that the key would play, or what is being typed, and the answer to
// the last key. If only one of them is there, it may take two lines.
func (s scene) answerLines(move string) []string {
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
		return s.lastChat()
	}
	style := s.p.plain
	if s.warning {
		style = s.p.warn
	}
	return style.Render(" " + s.note)
}

// lastChat returns what was said last, or other news that must not be missed, as long as little
// has been told since, on a screen without the log.
func (s scene) lastChat() string {
	const since = 8
	if s.w >= sideScreen {
		return ""
	}
	recent := s.story.entries[max(0, len(s.story.entries)-since):]
	for _, e := range slices.Backward(recent) {
		if e.Here {
			return " " + e.draw(s.p, max(leastWidth, s.w-2))[0]
		}
	}
	return ""
}

// cardSize returns how large the player's own cards are drawn: as they like them, as far as
// that leaves room for the table.
func (s scene) cardSize() size {
	most, hugeFrom, largeFrom := huge, 44, 32
	switch s.cards {
	case prefs.Small:
		most = small
	case prefs.Large:
		most, largeFrom = large, 26
	case prefs.Huge:
		hugeFrom, largeFrom = 34, 26
	}
	switch {
	case most == huge && s.h >= hugeFrom && s.w >= 100 && (s.w >= 140 || s.cards == prefs.Huge):
		return huge
	case most != small && s.h >= largeFrom:
		return large
	}
	return small
}

// Sizes of screens, in columns and lines.
const (
	lowScreen  = 20 // below it there is only what nobody can do without
	narrow     = 60 // below it there is no list of moves
	sideScreen = 110
	sidePanel  = 36
	leastLog   = 6 // lines of the log below the scores
)

// A tableView is a table and a scene: what is drawn, and where.
type tableView struct {
	table
	scene
}

// low reports whether the screen has room only for what nobody can do without.
func (v tableView) low() bool { return v.h < lowScreen }

// draw lays out the whole screen: the table as seen from the player's seat, below it the
// player's hand and the moves; at the side, if there is room, the scores and the log.
func (v tableView) draw() block {
	if v.t.View != nil {
		v.p = v.p.marked(v.t.View.Marks)
	}
	head := v.head()
	bottom := v.bottom()
	if v.handless() {
		bottom = block{}
	}
	prompt, foot := text(v.promptLines()...), above(text(v.answerLines(v.actionLine())...), v.keysLine)
	if v.low() {
		prompt, foot = text(v.p.first(2, prompt.lines, v.w)...), above(text(v.answerLine()), v.keysLine)
	}
	middle := max(3, v.h-head.height()-foot.height()-prompt.height()-bottom.height())
	return above(head, v.middle(v.w, middle), prompt, bottom, foot).fit(v.w, v.h)
}

// head draws the title with what changes, and what is wrong.
func (v tableView) head() block {
	banner, wishes := text(v.bannerLines()...), v.wishes()
	troubles, _ := v.troubles(v.now)
	calm := len(troubles) == 0 && v.banner == ""
	if !v.low() && calm && wishes.height() > 0 { // in place of the rule, so that the table does not move
		banner, wishes = wishes, block{}
	}
	if !v.low() {
		return above(text(v.title()), v.signs(), banner, v.uncovered(), v.missedLines(2), wishes)
	}
	if calm {
		if banner = v.missedLines(1); banner.height() == 0 {
			banner = wishes
		}
	}
	return above(text(v.title()), banner)
}

// uncovered says, below what is wrong, what would have helped.
func (v tableView) uncovered() block {
	if !shown.CoverHelps(v.t) {
		return block{}
	}
	return text(styled(v.p.weak.Render, wrap(" "+say.CoverHelps, v.w))...)
}

// missedLines says in at most most lines what happened while the player was away.
func (v tableView) missedLines(most int) block {
	var b block
	for _, x := range shown.Missing(v.t) {
		for _, l := range atMost(most, ansi.Wordwrap(v.p.says(x.Says), v.w-2, "")) {
			b = above(b, text(v.p.strong.Render(v.p.cut(" "+l, v.w))))
		}
	}
	return b
}

// atMost returns the lines of a text; what is more than most of them is in the last one.
func atMost(most int, text string) []string {
	lines := strings.Split(text, "\n")
	if len(lines) > most {
		lines = append(lines[:most-1], strings.Join(lines[most-1:], " "))
	}
	return lines
}

// answerLine is [scene.answerLines] in one line.
func (v tableView) answerLine() string {
	lines := []string{v.input, v.noteLine(), v.actionLine()}
	if v.note == "" || !v.warning && v.current() != "" { // what was said, or why a move is good, can wait
		lines = []string{v.input, v.actionLine(), v.noteLine()}
	}
	return v.p.cut(cmp.Or(lines...), v.w)
}

func (v tableView) title() string {
	left, gap := " "+v.t.Title, "  "
	for _, f := range shown.Of(v.t, v.now).Facts {
		left, gap = left+gap+f.Label+" "+f.Value, v.p.pick(" · ", "; ")
	}
	right := string(v.t.Phase)
	if turn := say.Turn(v.t.Summary); turn != "" && shown.Turn(v.t) >= 0 {
		right = turn + v.clock()
	}
	return v.p.bar.Render(v.p.ends(left, right+" ", v.w))
}

// clock says how much time is left for the turn.
func (v tableView) clock() string {
	if v.t.Deadline == nil {
		return ""
	}
	left := max(0, v.t.Deadline.Sub(v.now).Round(time.Second))
	return fmt.Sprintf("  %d:%02d", int(left.Minutes()), int(left.Seconds())%60)
}

// signs says what the signs on the cards mean, if they have any.
func (v tableView) signs() block {
	var all []string
	for _, m := range v.marks() {
		all = append(all, v.p.weak.Render(m.Sign+" ")+m.Name)
	}
	if len(all) == 0 {
		return block{}
	}
	return text(v.p.cut(" "+strings.Join(all, v.p.weak.Render(v.p.pick(" · ", "; "))), v.w))
}

// bannerLines say what is wrong, in two lines where there is room; if nothing is, they are a rule.
func (v tableView) bannerLines() (lines []string) {
	all, tone := v.troubles(v.now)
	if v.banner != "" {
		all, tone = append([]string{v.banner}, all...), max(tone, shown.Told)
	}
	if len(all) == 0 {
		return []string{v.p.rule(v.w)}
	}
	most := 2
	if v.low() {
		most = 1
	}
	for _, l := range atMost(most, ansi.Wordwrap(strings.Join(all, v.p.plainly(" · ")), v.w-2, "")) {
		lines = append(lines, v.p.banner(tone).Render(layout.Pad(v.p.cut(" "+l, v.w), v.w)))
	}
	return lines
}

// middle draws the table, and beside it the scores and the log.
func (v tableView) middle(w, h int) block {
	if v.handless() {
		return v.solitary(w, h)
	}
	if w < sideScreen {
		return v.around(w, h)
	}
	panel := sidePanel + max(0, (w-150)/4)
	bar := strings.Split(strings.TrimSuffix(strings.Repeat(v.p.weak.Render(v.p.pick("│", "|"))+"\n", h), "\n"), "\n")
	return beside(1, v.around(w-panel-3, h), text(bar...), v.panel(panel, h))
}

// panel draws the score sheet by hand, if it fits, and the log.
func (v tableView) panel(w, h int) block {
	var b block
	if lines := v.p.grid(shown.Scores(v.t).Grid, w); len(lines) > 0 && text(lines...).width() <= w+1 {
		if most := h - leastLog; len(lines) > most {
			lines = append(slices.Clone(lines[:1]), lines[len(lines)-max(0, most-1):]...) // the newest
		}
		b = above(text(v.p.strong.Render("Scores")), text(lines...), text(""))
	}
	return above(b, v.story.draw(v.p, w, max(0, h-b.height()), v.back)).fit(w, h)
}

// solitary draws a table without hands: the moves at the left, the piles at the right.
func (v tableView) solitary(w, h int) block {
	left := min(24, w/2)
	moves := v.moveBlock(left, min(len(v.moves.all)+1, h))
	moves = above(moves, v.story.draw(v.p, left, max(0, h-moves.height()), v.back)).fit(left, h)
	return beside(2, moves, v.zones().draw(w-left-2, h).fit(0, h))
}

// bottom draws the player's own seat, the hand as a fan, and the legal moves at the right.
func (v tableView) bottom() block {
	size := v.cardSize()
	h := size.h + 3
	if len(v.hand.cards) == 0 {
		return v.moveBlock(v.w, min(h, max(3, len(v.moves.all)+1))).fit(v.w, 0)
	}
	if v.w < narrow {
		fan := centred(v.hand.draw(v.p, size, v.w-2, v.useful()), v.w)
		if v.low() {
			return fan
		}
		return above(text(v.p.cut(v.self(v.w)+"  "+v.hand.caption(v.p), v.w)), fan)
	}
	moves := max(26, min(v.w*36/100, 50))
	room := v.w - moves - 2
	own := text(v.p.cut(v.self(room)+"   "+v.hand.caption(v.p), room))
	left := above(own, centred(v.hand.draw(v.p, size, room-2, v.useful()), room)).fit(room, 0)
	if v.low() {
		left = centred(v.hand.draw(v.p, size, room-2, v.useful()), room).fit(room, 0)
	}
	return beside(2, left, v.moveBlock(moves, left.height()))
}

func (v tableView) moveBlock(w, h int) block {
	fits := v.fits()
	l := v.moves
	l.cursor = max(0, min(l.cursor, len(fits)-1))
	title := v.moveTitle(l.cursor, len(fits), h-1)
	return above(text(v.p.weak.Render(v.p.cut(title, w))), l.draw(v.p, fits, w, h-1)).fit(w, h)
}

// moveTitle says how many moves there are and, if h lines do not hold them all, where in the
// list the cursor is.
func (v tableView) moveTitle(at, n, h int) string {
	if n == 0 || v.t.Phase == api.PhaseOver {
		return ""
	}
	what := "legal move"
	if len(v.hand.chosen) > 0 && v.useful() != nil {
		what = "move"
	}
	title := say.Count(n, what)
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
	return draw.Indented(" ", strings.Split(ansi.Wordwrap(v.prompt(), v.w-2, ""), "\n"))
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
		return " " + v.p.accent.Render(lead) + v.p.move(m) + v.unlisted()
	}
	return v.unlisted()
}

// unlisted says how many moves there are if the screen has no list of them.
func (v tableView) unlisted() string {
	n := len(v.fits())
	if v.w >= narrow || v.handless() || !v.t.YourTurn || n == 0 {
		return ""
	}
	if v.current() == "" {
		return v.p.weak.Render(" " + say.Count(n, "legal move") + v.p.plainly(" · ↑↓ walks them"))
	}
	return v.p.weak.Render(fmt.Sprintf("  %d of %s", v.moves.cursor+1, say.Count(n, "legal move")))
}

// why says that no move uses the chosen cards, or the one under the cursor, and how to find out
// why.
func (v tableView) why() string {
	chosen := v.hand.picked()
	if c := v.hand.under(); v.idle(c) && !v.moves.aimed {
		if v.w < narrow {
			return "no move uses " + v.p.name(c) + " · " + say.Count(len(v.fits()), "legal move")
		}
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

// keyed names the key of a deed, if the deed can be done.
func (v tableView) keyed(act shown.Act) string {
	d, ok := shown.Find(shown.Deeds(v.t), act)
	if !ok {
		return ""
	}
	return " · " + d.Key[:1] + " " + d.Short
}

// prompt says what the player may do, or what the table waits for.
func (v tableView) prompt() string {
	x := shown.Of(v.t, v.now)
	headline, task := say.Sentence(x.Headline)+" ", v.p.says(say.Full(x.Task))
	switch {
	case !v.loaded:
		return v.p.weak.Render("looking at the table…")
	case v.sent != "":
		return v.p.weak.Render("playing ") + v.p.move(v.sent)
	case v.task != "":
		return v.p.good.Render(v.task)
	case v.t.Call != nil:
		return v.p.strong.Render(headline) + v.p.good.Render(v.p.plainly(say.Sentence(say.Wanted(*v.t.Call))+v.keyed(shown.ActContinue)))
	case v.t.Phase == api.PhaseOver:
		return v.p.strong.Render(v.p.plainly(headline + task + v.keyed(shown.ActRematch) + " · esc goes to the lobby"))
	case x.Yours:
		return v.p.good.Render(headline) + v.p.strong.Render(task)
	}
	return v.p.weak.Render(headline + task)
}
