package shown

import (
	"slices"

	"fives/engine/rules"
	"fives/engine/story"
	"fives/p2p/api"
)

// Frame returns the table at a place as those eyes saw it, with clean texts.
func Frame(p Place, eyes int) api.Table {
	s, r, h := p.Story, p.Story.Report, p.Of()
	view := h.View(p.Moment, eyes)
	t := api.Table{
		Title: s.Title(), View: &view, Options: r.Options,
		Last: playedTo(p), Hands: settledTo(p), Faults: []api.Fault{},
		Summary: api.Summary{
			ID: r.Table.String(), Game: r.Game, Phase: api.PhasePlaying, Hand: h.Number, Step: p.What().Step,
			Seats: seatsAt(p, eyes, view.Scores), Seat: max(eyes, story.Onlooker),
		},
	}
	switch turn := h.Status(p.Moment).Turn; {
	case p.Settled() && s.Report.Over && p.Hand == len(s.Hands)-1:
		t.Phase, t.Winners = api.PhaseOver, s.Nicknames(r.Winners)
	case turn != rules.None:
		t.Turn, t.YourTurn = s.Nickname(turn), turn == eyes
	default:
		t.Waiting.What = waiting[p.What().Kind]
	}
	return api.CleanAll(t)
}

// waiting says how a table stands when it is nobody's turn, because here no daemon says it.
var waiting = map[story.Kind]string{
	story.Begun: "to be shuffled", story.Drawn: "to be shuffled", story.Shuffled: "the cards are shuffled", story.Opened: "cards are opened",
	story.Moved: "cards are to be opened", story.Settled: "the hand is counted", story.Redone: "to be shuffled",
	story.Covered: "cards are opened", story.Back: "cards are opened", story.Again: "a step is owed again",
}

func seatsAt(p Place, eyes int, scores []int) []api.Seat {
	var list []api.Seat
	for i, seat := range p.Story.Report.Seats {
		since := 0
		if seat.Changed() {
			since = seat.Since()
		}
		list = append(list, api.Seat{
			Name: seat.Name, Since: since, Fingerprint: seat.Fingerprint, Online: true, You: i == eyes, Score: scores[i],
			Active: slices.Contains(p.Of().Active, i), BotOf: seat.BotOf, Strength: seat.Strength,
		})
	}
	return list
}

// playedTo lists the moves of the hand up to a place.
func playedTo(p Place) []api.Played {
	list := []api.Played{}
	for _, m := range p.Of().Moments[:p.Moment+1] {
		if m.Kind == story.Moved {
			list = append(list, api.Played{Name: p.Story.Nickname(m.Seat), Move: m.Move, Step: m.Step, StandIn: m.StandIn})
		}
	}
	return list
}

// settledTo lists the results up to a place.
func settledTo(p Place) []api.Hand {
	list := []api.Hand{}
	for i, h := range p.Story.Hands[:p.Hand+1] {
		if h.Result != nil && (i < p.Hand || p.Settled()) {
			list = append(list, resultOf(p.Story, h))
		}
	}
	return list
}

func resultOf(s *story.Story, h *story.Hand) api.Hand {
	v := api.HandOf(h.Result.Settlement, h.Result.Shown(), s.Terms.Names())
	for _, b := range h.Result.Violations {
		v.Violations = append(v.Violations, api.Violation{Name: s.Nickname(b.Seat), Rule: b.Rule, Move: h.Result.MoveAt(uint64(b.At))})
	}
	for _, r := range h.Receipts {
		v.Receipts = append(v.Receipts, s.Nickname(r.Seat))
	}
	return v
}
