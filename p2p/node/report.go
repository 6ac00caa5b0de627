package node

import (
	"fmt"
	"slices"
	"strings"

	"github.com/libp2p/go-libp2p/core/peer"

	"fives/engine/nickname"
	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/table"
	"fives/p2p/control"
	"fives/p2p/replica"
)

// saying is what the event stream has been told of a table, so that it is told
// once.
type saying struct {
	turn uint64 // the step of the last turn event
	over bool
	away map[int]bool
	// watching holds the spectators of whom it has been told.
	watching map[peer.ID]bool
}

// report turns what happened into events. g.mu is held.
func (g *game) report(notes []replica.Note) {
	t := g.r.Table()
	names := t.Terms().Names()
	for _, n := range notes {
		switch {
		case n.Fold != nil:
			g.reportFold(t, *n.Fold, names)
		case n.Fault != nil:
			g.say(control.Event{Kind: control.EventFault, Step: n.Fault.Step, Name: names[n.Fault.Seat],
				Text: nickname.Shown(names[n.Fault.Seat]) + " is at fault: " + reason(n.Fault)})
		case n.Left != nil:
			g.say(control.Event{Kind: control.EventLeft, Name: names[*n.Left], Text: nickname.Shown(names[*n.Left]) + " has left the table"})
		case n.Said != nil:
			g.reportSaid(t, *n.Said, names)
		case n.Stuck != nil:
			g.say(control.Event{Kind: control.EventFault, Text: "this node cannot go on: " + plain(n.Stuck), Yours: true})
		}
	}
	if t.Over() && !g.said.over {
		g.said.over = true
		g.say(control.Event{Kind: control.EventOver, Step: t.Step(), Text: winnersText(named(names, t.Winners()))})
	}
	g.archiveDone()
	g.reportTurn(t, names)
	g.reportAway(names)
}

func (g *game) say(e control.Event) {
	e.Table = g.id.String()
	g.n.events.add(e)
}

func (g *game) reportFold(t *table.Table, f replica.Fold, names []string) {
	switch f.Pending.Kind {
	case record.KindRoster, record.KindAccept:
		g.say(control.Event{Kind: control.EventStarted, Step: f.Step,
			Text: fmt.Sprintf("%s begins with %s", t.Terms().Rules.Title, listNames(nickname.ShownAll(names)))})
		for _, text := range g.n.warnings(g.terms.Seats) {
			g.say(control.Event{Kind: control.EventWarning, Step: f.Step, Text: text})
		}
	case record.KindPass:
		who := names[f.Pending.Seats[0]]
		g.say(control.Event{Kind: control.EventShuffle, Step: f.Step, Name: who, Text: nickname.Shown(who) + " has shuffled"})
	case record.KindShares:
		g.say(control.Event{Kind: control.EventCards, Step: f.Step, Text: cardsWord(f.Pending.Why)})
	case record.KindMove:
		g.reportMove(f, names)
	case record.KindReceipt:
		g.reportResult(t.Results()[f.Results-1], names)
	}
}

func (g *game) reportSaid(t *table.Table, s replica.Said, names []string) {
	who := record.Fingerprint(s.Node)
	for i, seat := range slices.Backward(t.Terms().Seats) {
		if replica.Node(seat) == s.Node {
			who = names[i]
		}
	}
	if text := cleanText(s.Text); text != "" {
		g.say(control.Event{Kind: control.EventChat, Name: who, Text: nickname.Shown(who) + ": " + text})
	}
}

func winnersText(winners []string) string {
	if len(winners) == 0 {
		return "the game is over; nobody has won"
	}
	return "the game is over: " + strings.Join(nickname.ShownAll(winners), " and ") + " won"
}

func cardsWord(w rules.Why) string {
	switch w {
	case rules.Deal:
		return "the cards are dealt"
	case rules.Draw:
		return "a card is drawn"
	case rules.TurnUp:
		return "turned up"
	case rules.TakeUp:
		return "a packet is taken up"
	}
	return "the cards are shown"
}

func (g *game) reportMove(f replica.Fold, names []string) {
	who := f.Pending.Seats[0]
	p, err := f.Records[0].Peek()
	if err != nil {
		return
	}
	m, err := record.Decode[record.Move](p)
	if err != nil {
		return
	}
	own := g.r.Local()
	g.say(control.Event{Kind: control.EventMove, Step: f.Step, Name: names[who], Text: nickname.Shown(names[who]) + ": " + m.Text,
		Yours: own != nil && own.Seat() == who})
}

func (g *game) reportResult(r table.Result, names []string) {
	var parts []string
	for i, name := range names {
		parts = append(parts, fmt.Sprintf("%s %+d = %d", nickname.Shown(name), r.Points[i], r.Scores[i]))
	}
	text := fmt.Sprintf("hand %d: %s", r.Hand, strings.Join(parts, ", "))
	if r.Void {
		text = fmt.Sprintf("hand %d is void", r.Hand)
	}
	g.say(control.Event{Kind: control.EventSettled, Step: r.Step, Text: text})
	for _, b := range r.Violations {
		g.say(control.Event{Kind: control.EventFault, Step: uint64(b.At), Name: names[b.Seat],
			Text: nickname.Shown(names[b.Seat]) + " is at fault: " + b.Rule})
	}
}

// reportTurn says whose turn it is, once a turn.
func (g *game) reportTurn(t *table.Table, names []string) {
	d := t.Pending()
	if d.Kind != record.KindMove || g.said.turn == t.Step() {
		return
	}
	g.said.turn = t.Step()
	own := g.r.Local()
	yours := own != nil && d.Owes(own.Seat())
	text := nickname.Shown(names[d.Seats[0]]) + " is to play"
	if yours {
		text = "it is your turn"
	}
	g.say(control.Event{Kind: control.EventTurn, Step: t.Step(), Name: names[d.Seats[0]], Text: text, Yours: yours})
}

// reportAway says who has gone missing at the table, and who is back.
func (g *game) reportAway(names []string) {
	for i, name := range names {
		online, since := g.r.Online(i)
		if since.IsZero() || online != g.said.away[i] {
			continue
		}
		if g.said.away == nil {
			g.said.away = map[int]bool{}
		}
		g.said.away[i] = !online
		text := nickname.Shown(name) + " is back"
		if !online {
			text = nickname.Shown(name) + " is away"
		}
		g.say(control.Event{Kind: control.EventAway, Name: name, Text: text})
	}
}
