package audit

import (
	"fmt"

	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/table"
)

// finish writes the report on what was checked.
func (a *auditor) finish(err error) {
	if a.t == nil {
		if a.free > 0 && err == nil {
			a.report.Unfinished = []string{free(a.free)}
		}
		return
	}
	r, t := a.report, a.t
	a.describe(t.ID(), t.Terms())
	r.state, r.Head, r.Step = t, t.Head(), t.Step()
	r.Over, r.Winners = t.Over(), t.Winners()
	r.Alone = len(r.Seats) == 1
	for _, res := range t.Results() {
		r.Hands = append(r.Hands, a.hand(res))
		r.Moves += len(res.Played)
	}
	if n := len(t.Results()); n == 0 || t.HandNumber() != t.Results()[n-1].Hand {
		r.Moves += len(t.Hand().Played())
		r.Running = a.coveredIn(t.HandNumber(), t.Hand().Played())
	}
	if err == nil {
		a.noteUnfinished()
	}
}

// describe copies the terms into the report.
func (a *auditor) describe(id record.Hash, terms *table.Terms) {
	r := a.report
	r.Table, r.Game, r.Options = id, terms.Rules.Name, terms.Options
	r.Time, r.Parent, r.Cover = terms.Time, terms.Parent, terms.Covers()
	names := terms.Names()
	for i, s := range terms.Seats {
		seat := Seat{Name: names[i], Key: s.Key, Fingerprint: record.Fingerprint(s.Key)}
		_, seat.Strength = s.Called()
		seat.BotOf = terms.HostName(i)
		r.Seats = append(r.Seats, seat)
	}
	r.tenures()
}

func (a *auditor) hand(res *table.Result) HandResult {
	h := HandResult{
		Settlement: res.Settlement, Moves: len(res.Played), Head: res.Head,
		Receipts: len(a.t.ReceiptsOf(res)), Covered: a.coveredIn(res.Hand, res.Played),
	}
	for _, b := range res.Violations {
		h.Violations = append(h.Violations, Violation{
			Record: a.place[uint64(b.At)], Seat: b.Seat, Name: a.report.Seats[b.Seat].Name, Rule: b.Rule,
		})
	}
	return h
}

// noteUnfinished notes who owes what, and who has left. A game that is over has its ending;
// those who have not signed for it are noted separately.
func (a *auditor) noteUnfinished() {
	d := a.t.Pending()
	if a.t.Over() {
		a.report.Unsigned = a.t.Unsigned()
		return
	}
	for _, s := range a.t.Missing() {
		owes := fmt.Sprintf("%s owes %s", record.ShowName(a.report.Seats[s].Name), owed(d))
		a.report.Unfinished = append(a.report.Unfinished, owes)
	}
	if len(a.report.Unfinished) == 0 {
		return
	}
	for _, s := range a.report.Left {
		a.report.Unfinished = append(a.report.Unfinished, record.ShowName(a.report.Seats[s].Name)+" has left")
	}
}

// owed names what a step waits for, with an article.
func owed(d table.Pending) string {
	switch d.Kind {
	case record.KindRoster:
		return "a signature on the roster"
	case record.KindAccept:
		return "its acceptance"
	case record.KindSeal:
		return "a sealing key"
	case record.KindKey:
		return "a hand key"
	case record.KindStack:
		return "a shuffle"
	case record.KindProof:
		return "the proof of its shuffle"
	case record.KindMove:
		return "a move"
	case record.KindReceipt:
		return "a receipt"
	}
	switch d.Why {
	case rules.Cover:
		return "its shares of its own cards"
	case rules.Lot:
		return "its share of the lot"
	case rules.Show:
		return "a showing"
	case rules.Deal:
		return "its shares of the deal"
	case rules.Draw:
		return "its share of a draw"
	case rules.TurnUp:
		return "its share of a card turned up"
	}
	return "its shares of the cards taken up"
}

// free says how many seats nobody has taken.
func free(seats int) string {
	if seats == 1 {
		return "one seat is free"
	}
	return fmt.Sprintf("%d seats are free", seats)
}
