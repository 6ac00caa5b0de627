package report

import (
	"cmp"
	"fmt"
	"html/template"
	"slices"
	"strconv"
	"strings"

	"fives/cli/cards"
	"fives/cli/say"
	"fives/cli/shown"
	"fives/engine/audit"
	"fives/engine/card"
	"fives/engine/record"
	"fives/engine/story"
	"fives/p2p/api"
)

// A page is everything that the frame needs.
type page struct {
	Policy   string
	Style    template.CSS
	Pictures template.HTML
	Title    string // of the game
	Result   string
	Facts    []string // seats, hands, moves
	Verdict  verdict
	Fan      []card.Card // an ornament: the first cards that were dealt
	Seats    []seatHeld  // as they were at the end; none if no seat has changed hands
	Chart    *chart      // of a game of several tables
	Parts    []*part
	Last     *part // the table at which the game ended
	Alone    bool
	Cover    bool
	Check    template.HTML // where the log can be checked again, "" for nowhere
}

// A part is one table of a chain.
type part struct {
	*story.Story
	Heading string // "" if there is only one table
	ID      int
	Players []player
	Chart   *chart
	Ranked  []player // the same, the winners first
	Hands   []*handSection
	Proofs  []proof
	Options []string
	Leaves  []stamp
}

// A seatHeld is a seat that several players have had, or one that always had the same player.
type seatHeld struct {
	Look  shown.Sign
	Name  string
	Text  string // who has played which hands
	Score string
	Check string // the same as a verdict writes it
}

type player struct {
	audit.Seat
	Since  string // the hand from which on, if it was another's seat before
	Look   shown.Sign
	Score  string
	Won    bool
	Signed int
	Whole  string // the whole key
}

// A stamp is a signature and the time that it claims.
type stamp struct {
	Name string
	Time uint64 // in seconds since 1970, 0 for none
}

func newPage(stories []*story.Story, o Options, dates calendar) *page {
	last := stories[len(stories)-1]
	p := &page{
		Policy: policy(), Style: template.CSS(style), Title: last.Title(), Verdict: judge(stories),
		Result: result(last), Facts: summary(stories, dates),
	}
	a := &album{faces: o.Faces, signs: map[*story.Story][]shown.Sign{}}
	for i, s := range stories {
		p.Alone, p.Cover = p.Alone || s.Report.Alone, p.Cover || s.Report.Cover
		p.Parts = append(p.Parts, newPart(s, i, len(stories), a))
	}
	p.Last = p.Parts[len(p.Parts)-1]
	p.Fan, p.Seats, p.Chart = fan(p.Parts), seatsHeld(last, a.look(last)), wholeChart(stories, a.look(last))
	p.Pictures = cards.Pictures(a.cards)
	return p
}

// fan returns the first small hand that was dealt; the page shows its pictures anyway.
func fan(parts []*part) []card.Card {
	for _, p := range parts {
		for _, h := range p.Hands {
			for _, r := range h.Deal {
				for _, s := range r.Deal {
					if len(s.Cards) > 2 {
						return s.Cards[:min(len(s.Cards), fanned)]
					}
				}
			}
		}
	}
	return nil
}

// fanned is how many cards a fan has.
const fanned = 5

// An album collects the cards that the page shows as pictures, and has the signs of the players.
type album struct {
	cards []card.Card
	faces shown.Numbers
	signs map[*story.Story][]shown.Sign
}

// look returns the signs of the seats of a table.
func (a *album) look(s *story.Story) []shown.Sign {
	if a.signs[s] == nil {
		seats := make([]api.Seat, len(s.Report.Seats))
		for i, seat := range s.Report.Seats {
			seats[i] = api.Seat{Name: s.Name(i), Fingerprint: seat.Fingerprint, BotOf: seat.BotOf}
		}
		a.signs[s] = shown.SignsOf(seats, a.faces)
	}
	return a.signs[s]
}

func (a *album) add(more []card.Card) []card.Card {
	a.cards = append(a.cards, more...)
	if len(a.cards) > 1000 {
		a.cards = cards.Distinct(a.cards)
	}
	return more
}

// seatsHeld returns the seats of a table, if one of them has changed hands.
func seatsHeld(s *story.Story, look []shown.Sign) (list []seatHeld) {
	scores := totals(s)
	changed := false
	for i, text := range say.Tenures(s.Report.Seats) {
		changed = changed || text != ""
		list = append(list, seatHeld{
			Look: look[i], Name: s.Name(i), Text: cmp.Or(text, "all hands "+s.Name(i)), Score: signedNumber(scores[i], false), Check: held(s.Report.Seats[i]),
		})
	}
	if !changed {
		return nil
	}
	return list
}

// held says who has had a seat, as check.js writes what a verdict says about it.
func held(s audit.Seat) string {
	var list []string
	for _, t := range s.Tenures {
		to := strconv.Itoa(t.To)
		if t.Undone {
			to = "none"
		}
		list = append(list, fmt.Sprintf("%s %d-%s", record.Fingerprint(t.Key), t.From, to))
	}
	return strings.Join(list, ", ")
}

func newPart(s *story.Story, i, n int, a *album) *part {
	p := &part{Story: s, ID: i + 1, Chart: newChart(s, i+1, a.look(s)), Proofs: proofs(s), Options: options(s)}
	if n > 1 {
		p.Heading = fmt.Sprintf("Table %d of %d", i+1, n)
		if before := s.Report.Parent; before != nil && before.Carry.Hands > 0 {
			p.Heading += ", " + say.FromHand(before.Carry.Hands+1)
		}
	}
	p.Players = players(s, a.look(s))
	p.Ranked = ranked(s, p.Players)
	for _, h := range s.Hands {
		p.Hands = append(p.Hands, newHand(s, h, i+1, a))
	}
	for _, l := range s.Leaves {
		p.Leaves = append(p.Leaves, stamp{Name: s.Name(l.Seat), Time: l.Time})
	}
	return p
}

func players(s *story.Story, look []shown.Sign) []player {
	scores := totals(s)
	var list []player
	for i, seat := range s.Report.Seats {
		seat.Name = s.Name(i)
		if seat.BotOf != "" {
			seat.BotOf = record.ShowName(seat.BotOf)
		}
		since := ""
		if seat.Changed() {
			since = say.FromHand(seat.Since())
			if seat.Tenures[len(seat.Tenures)-1].Undone {
				since = say.Undone
			}
		}
		list = append(list, player{
			Seat: seat, Since: since, Look: look[i], Score: signedNumber(scores[i], false), Signed: s.Signed[i],
			Won: slices.Contains(s.Report.Winners, i), Whole: fmt.Sprintf("%x", seat.Key[:]),
		})
	}
	return list
}

// ranked lists the players as the page of fives does: the winners, then by their totals.
func ranked(s *story.Story, all []player) []player {
	scores, list := totals(s), make([]player, 0, len(all))
	order := make([]int, len(all))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case all[a].Won != all[b].Won && all[a].Won:
			return -1
		case all[a].Won != all[b].Won:
			return 1
		case s.Terms.Rules.HighWins:
			return scores[b] - scores[a]
		}
		return scores[a] - scores[b]
	})
	for _, i := range order {
		list = append(list, all[i])
	}
	return list
}

// totals returns the scores after the last settled hand.
func totals(s *story.Story) []int {
	scores := make([]int, len(s.Report.Seats))
	for _, h := range s.Hands {
		scores = h.Scores()
		if h.Result != nil {
			scores = h.Result.Scores
		}
	}
	return scores
}

// result says the one thing that matters most.
func result(s *story.Story) string {
	switch r := s.Report; {
	case s.Blame != nil:
		return "Stopped by a fault of " + record.ShowName(s.Blame.Name)
	case r.Winners != nil:
		return say.Capital(say.Won(s.Nicknames(r.Winners), ""))
	case len(r.Violations()) > 0:
		return "Stopped by a broken rule"
	}
	return "Not finished"
}

func summary(stories []*story.Story, dates calendar) []string {
	hands, moves := 0, 0
	people := map[record.Key]bool{}
	for _, s := range stories {
		r := s.Report
		stand := len(r.Hands)
		if r.Continued || r.Isolated {
			stand = r.Stands
		}
		hands, moves = hands+stand, moves+r.Moves
		for _, seat := range r.Seats {
			people[seat.Key] = true
		}
	}
	who, seats := count(len(people), "player"), len(stories[0].Report.Seats)
	if len(people) > seats {
		who += " in " + count(seats, "seat")
	}
	facts := []string{who, count(hands, "hand"), count(moves, "move")}
	if began := dates.date(stories[0].Report.Time); began != "" {
		facts = append(facts, "opened "+began)
	}
	return facts
}

// options returns the options of the game and of the table.
func options(s *story.Story) []string {
	list := say.Options(s.Terms.Rules.Name, s.Terms.Options)
	if s.Terms.TurnLimit > 0 {
		list = append(list, fmt.Sprintf("turn limit %d s", s.Terms.TurnLimit))
	}
	if s.Terms.Covers() {
		list = append(list, say.Cover)
	}
	return list
}
