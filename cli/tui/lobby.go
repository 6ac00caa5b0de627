package tui

import (
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"

	"fives/cli/draw"
	"fives/cli/layout"
	"fives/cli/say"
	"fives/cli/shown"
	"fives/p2p/api"
)

// A lobby shows who is here and what there is to play. Its rows are the player's own tables,
// then the open ones.
type lobby struct {
	status api.Status
	peers  []api.Peer
	tables api.Tables
	loaded bool
	seen   time.Time // when it was
	cursor int
	on     string // ID of the table under the cursor
	idle   bool   // the player has not put the cursor there, and cannot sit down at that table
	// unnoticed is the number of a move of the cursor to a table that has just come, until the player
	// can have seen it.
	unnoticed int

	firewall string // the one that is on on this machine
	company  shown.Company
}

// A row is one table of the list, under a heading.
type row struct {
	shown.Row
	heading string
}

// rows lists the tables in the order that all front ends use.
func (l lobby) rows() (list []row) {
	for _, g := range shown.Groups(l.tables, l.seen) {
		for _, r := range g.Rows {
			list = append(list, row{r, g.Heading})
		}
	}
	return list
}

// begins puts the cursor on the first table at which the player can sit down. If there is none,
// the cursor stays where it is until there is one.
func (l lobby) begins() lobby {
	free := slices.IndexFunc(l.rows(), func(r row) bool { return r.Free })
	switch {
	case free >= 0:
		return l.put(free)
	case l.on == "":
		l = l.put(0)
	}
	l.idle = true
	return l
}

// returned moves the cursor, if need be, for a player who comes back from a table: the table
// under the cursor may be over by now.
func (l lobby) returned() lobby {
	if r, ok := l.current(); ok && !r.Free {
		return l.begins()
	}
	return l
}

// take takes the daemon's answer. The cursor stays on its table, or on none if that table is
// gone, so that the next key cannot join another one.
func (l lobby) take(m statusMsg) lobby {
	l.status, l.peers, l.tables, l.loaded = m.status, m.peers, m.tables, true
	rows := l.rows()
	if len(rows) == 0 {
		l.on = ""
	}
	l.cursor = slices.IndexFunc(rows, func(r row) bool { return r.ID == l.on })
	if l.on == "" || l.idle {
		return l.begins()
	}
	return l
}

// moved moves the cursor.
func (l lobby) moved(by int) lobby { return l.put(l.cursor + by) }

// put puts the cursor on a row.
func (l lobby) put(at int) lobby {
	rows := l.rows()
	l.cursor, l.on, l.idle = max(0, min(at, len(rows)-1)), "", false
	if l.cursor < len(rows) {
		l.on = rows[l.cursor].ID
	}
	return l
}

// await puts the cursor on a table that may not be in the list yet.
func (l lobby) await(id string) lobby {
	l.on, l.idle = id, false
	return l
}

// current returns the row under the cursor.
func (l lobby) current() (row, bool) {
	rows := l.rows()
	if l.cursor < 0 || l.cursor >= len(rows) {
		return row{}, false
	}
	return rows[l.cursor], true
}

// alone says why nobody else may be here, and what helps, once nobody has been here for a
// while.
func (l lobby) alone(s scene) []string {
	why := l.company.Alone(l.status, l.peers, l.firewall, s.now)
	if !l.loaded || why == "" || s.banner != "" {
		return nil
	}
	lines := styled(s.p.strong.Render, wrap("! "+why, s.w))
	if addr := say.OwnAddress(l.status); addr != "" {
		lines = append(lines, wrap("a connects to a friend's link, or another's address; yours, to be typed there:", s.w)...)
		lines = append(lines, strings.Split(ansi.Hardwrap(addr, s.w, false), "\n")...)
	}
	return lines
}

// evening says how the evening stands, once a game of it has ended.
func (l lobby) evening(s scene) []string {
	e := shown.Tonight(l.tables.Mine, s.match, s.now)
	if len(e.Games) == 0 {
		return nil
	}
	return []string{s.p.cut(" "+s.p.good.Render(e.Headline()+".")+" "+e.Line()+".", s.w)}
}

// running lists the player's own tables that are being played.
func (l lobby) running() []string {
	var ids []string
	for _, s := range l.tables.Mine {
		if s.Phase == api.PhasePlaying || s.Phase == api.PhaseSeated {
			ids = append(ids, s.ID)
		}
	}
	return ids
}

// playing reports whether a table is known to be played.
func (l lobby) playing(id string) bool {
	return slices.ContainsFunc(l.tables.Mine, func(s api.Summary) bool { return s.ID == id && s.Phase == api.PhasePlaying })
}

// parent returns the table from which one of the player's own tables goes on, "" if there is
// none.
func (l lobby) parent(id string) string {
	for _, s := range l.tables.Mine {
		if s.ID == id {
			return s.Parent
		}
	}
	return ""
}

// goesOnFrom reports whether one of the player's own tables goes on from another table,
// directly or through others in between.
func (l lobby) goesOnFrom(id, from string) bool {
	for range l.tables.Mine {
		if id = l.parent(id); id == from || id == "" {
			break
		}
	}
	return id != "" && id == from
}

// turn returns a table at which it is the player's turn, the zero value if there is none.
func (l lobby) turn() api.Summary {
	for _, s := range l.tables.Mine {
		if s.Turn != "" && s.Turn == s.Me() && s.Phase == api.PhasePlaying {
			return s
		}
	}
	return api.Summary{}
}

// called returns what people call a table of the player's.
func (l lobby) called(id string) string {
	for _, s := range l.tables.Mine {
		if s.ID == id {
			return say.OwnTable(s)
		}
	}
	return "table " + say.Short(id)
}

// next returns the player's running table that comes after shown, "" if there is no other.
// Tables at which it is the player's turn come first.
func (l lobby) next(shown string) string {
	if id := l.turn().ID; id != shown && id != "" {
		return id
	}
	running := l.running()
	i := slices.Index(running, shown)
	if len(running) == 0 || i < 0 && shown != "" {
		return ""
	}
	if id := running[(i+1)%len(running)]; id != shown {
		return id
	}
	return ""
}

// warnings returns all warnings about people who are here or at a table.
func (l lobby) warnings() []api.Warning {
	var all []api.Warning
	for _, p := range l.peers {
		all = append(all, p.Warning)
	}
	for _, r := range l.rows() {
		all = append(all, r.Warnings...)
	}
	return all
}

// draw lays out the screen.
func (l lobby) draw(s scene) block {
	p := s.p
	right := say.Here(l.peers)
	title := p.bar.Render(p.ends(" fives"+p.plainly(" · ")+l.status.Name+" "+l.status.Fingerprint, right+" ", s.w))
	banner := p.rule(s.w)
	if s.banner != "" {
		banner = p.alarm.Render(layout.Pad(p.cut(" "+s.banner, s.w), s.w))
	}
	alone := append(l.alone(s), l.evening(s)...)
	h := s.h - 2 - 3 - len(alone)
	side := min(34, s.w/3)
	list := l.list(s, s.w-side-3, h).fit(s.w-side-3, h)
	bar := strings.TrimSuffix(strings.Repeat(p.weak.Render(p.pick("│", "|"))+"\n", h), "\n")
	body := beside(1, list, text(strings.Split(bar, "\n")...), l.people(p, side, h, s.now))
	return above(text(title, banner), body, text(alone...), text(s.answerLines("")...), s.keysLine).fit(s.w, s.h)
}

// list draws the tables.
func (l lobby) list(s scene, w, h int) block {
	p := s.p
	if !l.loaded {
		return text("", "  "+p.weak.Render(p.plainly("looking around…")))
	}
	var b block
	rows := l.rows()
	heading, at := "", 0
	for i, r := range rows {
		if t := r.heading; t != heading {
			heading = t
			b = above(b, text(" "+p.strong.Render(t)))
		}
		if i == l.cursor {
			at = b.height()
		}
		b = above(b, text(r.draw(s, w, i == l.cursor)...).fit(w, 0).as("row", i))
	}
	if len(rows) == 0 {
		b = text("", "  No table is open.")
		for _, way := range []string{
			"l  teaches a game, by a first hand.", "n  opens one: with people who are here, or with computer players only.",
			"i  invites others, by a code to scan.", "?  shows all the keys.",
		} {
			key, does, _ := strings.Cut(way, "  ")
			lines := draw.Indented("     ", wrap(does, min(w-5, 38)))
			lines[0] = "  " + key + lines[0][3:]
			b = above(b, text(""), text(styled(p.plain.Render, lines)...))
		}
	}
	part, through := b.around(at, h)
	if through {
		part.lines = p.first(h, append(part.lines, ""), w)
	}
	return part
}

func (r row) draw(s scene, w int, on bool) []string {
	p := s.p
	head, below := r.words(p, w-4)
	style := p.plain
	if on {
		style = p.accent
	}
	for _, x := range r.Warnings {
		below = append(below, p.warningLines(x, w-4)...)
	}
	if o := r.Offer; o != nil && (o.Mine || o.Joined) {
		below = append(below, s.heard(r.ID).talk(p, w-4)...)
	}
	lines := []string{p.ends(p.pointer(on)+style.Render(head), p.weak.Render(say.Short(r.ID)), w)}
	for _, l := range below {
		lines = append(lines, p.cut("    "+l, w))
	}
	return lines
}

// words returns the game of a row and, below it, how the table stands and who is there.
func (r row) words(p palette, w int) (head string, below []string) {
	state := r.State
	if r.Urgent {
		state = p.good.Render(state)
	}
	if r.Code != "" {
		state += ", code " + p.strong.Render(r.Code)
	}
	if r.Mine != nil {
		if r.Who != "" {
			state += p.weak.Render(p.plainly(" · ") + r.Who)
		}
		return r.Title, []string{p.cut(state, w)}
	}
	if r.Offer.Handover != nil {
		below = styled(p.strong.Render, wrap(r.State, w))
	} else if state != "" {
		below = []string{state}
	}
	below = append(below, styled(p.weak.Render, wrap(r.Who, w))...)
	for _, seat := range r.Seats {
		below = append(below, p.cut(p.pick("· ", "- ")+say.SeatMarked(seat), w))
	}
	if !r.Offer.Joined { // whoever sits there has read it, and those who wait talk below
		below = append(below, styled(p.weak.Render, wrap(r.Price, w))...)
	}
	return r.Title, below
}

// people draws the list of known nodes, those that are here first.
func (l lobby) people(p palette, w, h int, now time.Time) block {
	lines := []string{p.strong.Render("Who is here")}
	if l.loaded {
		lines = append(lines, p.cut(l.status.Name+p.weak.Render(" you"), w))
	}
	var gone []string
	for _, x := range l.peers {
		if !x.Connected {
			gone = append(gone, p.weak.Render(p.cut(say.Name(x.Name)+" is not here", w)))
			continue
		}
		lines = append(lines, p.nameLines(x, w)...)
		if guest := say.Who(x); guest != "" {
			lines = append(lines, p.weak.Render(p.cut("  "+guest, w)))
		}
		if x.Warning.Code != "" {
			lines = append(lines, p.warningLines(x.Warning, w)...)
		}
	}
	lines = append(lines, gone...)
	for _, line := range say.Elsewhere(l.status, now) {
		lines = append(lines, styled(p.weak.Render, wrap(line, w))...)
	}
	for _, x := range l.status.Warnings {
		lines = append(lines, p.warningLines(x, w)...)
	}
	return text(p.first(h, lines, w)...).fit(w, h)
}

// warningLines draws a warning.
func (p palette) warningLines(x api.Warning, w int) []string {
	return styled(p.tone(shown.Doubt(x)).Render, wrap("! "+say.Warning(x), w))
}

// nameLines draws a name with its fingerprint, which goes on the next line if there is no room for
// all of it: part of a fingerprint proves nothing.
func (p palette) nameLines(x api.Peer, w int) []string {
	name, fingerprint := p.cut(x.Name, w), p.weak.Render(x.Fingerprint)
	if name == "" { // it is heard a moment after they came, from afar a little later
		return []string{p.cut(fingerprint, w)}
	}
	if ansi.StringWidth(name)+1+ansi.StringWidth(fingerprint) <= w {
		return []string{name + " " + fingerprint}
	}
	return []string{name, p.cut(draw.PadLeft(fingerprint, w), w)}
}
