package story_test

import (
	"crypto/ed25519"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"fives/engine/audit"
	"fives/engine/card"
	"fives/engine/games"
	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/story"
	"fives/engine/table"
	"fives/engine/tabletest"
)

// short options for games that could take long.
var short = map[string]map[string]any{
	"five": {"limit": 20}, "furious-five": {"rounds": 2}, "five-three-five": {"end": 3},
	"all-fives": {"target": 5}, "five-crowns": {"lap-cap": 2},
}

// play plays hands of a game among computer players. It returns the observations of all
// seats after each step.
func play(t *testing.T, rs *rules.RuleSet, hands int) (*tabletest.Rig, map[uint64][]rules.Observation) {
	t.Helper()
	g := tabletest.New(t, rs, max(rs.MinSeats, 2), short[rs.Name], 3)
	g.Choose = tabletest.Bot(rs.Bots[0])
	knew := map[uint64][]rules.Observation{}
	g.Until(func(tb *table.Table) bool {
		for _, p := range g.Players {
			if tb.HandNumber() > 0 {
				knew[tb.Step()-1] = append(knew[tb.Step()-1], p.Own())
			}
		}
		return len(tb.Results()) == hands && tb.HandNumber() > hands
	})
	return g, knew
}

// The observation of every seat at every moment is what the seat knew then, less the
// cards that are not public in the end.
func TestObservation(t *testing.T) {
	for _, rs := range games.All() {
		t.Run(rs.Name, func(t *testing.T) {
			t.Parallel()
			g, knew := play(t, rs, 1)
			s := read(t, g.Table().Log())
			h := s.Hands[0]
			if h.Result == nil || len(h.Receipts) != len(g.Players) {
				t.Fatalf("hand 1 has %d receipts and the result %v", len(h.Receipts), h.Result)
			}
			seen := 0
			for i, m := range h.Moments {
				if m.Kind == story.Begun || knew[m.Step] == nil {
					continue
				}
				for seat := range g.Players {
					seen += compare(t, h, i, seat, knew[m.Step][seat])
				}
			}
			if seen == 0 {
				t.Error("no seat ever saw a hidden card")
			}
		})
	}
}

// compare returns how many cards the seat saw alone.
func compare(t *testing.T, h *story.Hand, i, seat int, knew rules.Observation) (private int) {
	t.Helper()
	end := h.Observation(len(h.Moments)-1, story.Onlooker)
	public := h.Observation(i, story.Onlooker)
	for x, c := range h.Observation(i, seat) {
		want := knew.Of(rules.Slot(x))
		if !end[x].Known() {
			want = card.Card{}
		}
		if c != want {
			t.Fatalf("moment %d (%v), slot %d: the story shows seat %d %v, it saw %v", i, h.Moments[i], x, seat, c, want)
		}
		if c.Known() && !public[x].Known() {
			private++
		}
	}
	return private
}

func read(t *testing.T, log []record.Record) *story.Story {
	t.Helper()
	stories, err := story.Read([][]record.Record{log}, games.Find, audit.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return stories[0]
}

// The story of a whole game has a view and a sentence for every moment, and every move
// and signature that was verified.
func TestWholeGames(t *testing.T) {
	for _, rs := range games.All() {
		t.Run(rs.Name, func(t *testing.T) {
			t.Parallel()
			g, _ := play(t, rs, 2)
			s := read(t, g.Table().Log())
			moves := 0
			for _, h := range s.Hands {
				moves += h.Moves()
				for i := range h.Moments {
					for eyes := story.Everybody; eyes < len(g.Players); eyes++ {
						h.View(i, eyes)
					}
					if text := s.Event(h, i, story.Onlooker).Sentence().String(); len(text) < 5 {
						t.Errorf("moment %d has the sentence %q", i, text)
					}
				}
			}
			if moves != s.Report.Moves {
				t.Errorf("the story has %d moves, %d were checked", moves, s.Report.Moves)
			}
			sum := 0
			for _, n := range s.Signed {
				sum += n
			}
			if want := s.Report.Checked.Records; sum != want {
				t.Errorf("the seats signed %d records, %d were checked", sum, want)
			}
		})
	}
}

// An onlooker never sees more than a seat, a seat never more than everybody.
func TestEyes(t *testing.T) {
	g, _ := play(t, games.All()[0], 1)
	h := read(t, g.Table().Log()).Hands[0]
	for i := range h.Moments {
		all := h.Observation(i, story.Everybody)
		for seat := range g.Players {
			own := h.Observation(i, seat)
			for x, c := range h.Observation(i, story.Onlooker) {
				if c.Known() && own[x] != c || own[x].Known() && all[x] != own[x] {
					t.Fatalf("moment %d, slot %d: %v is public, seat %d sees %v, everybody %v", i, x, c, seat, own[x], all[x])
				}
			}
		}
	}
}

// A log that breaks off has a story up to there, at whatever record.
func TestUnfinished(t *testing.T) {
	g, _ := play(t, games.All()[0], 1)
	log := g.Table().Log()
	for n := 1; n < len(log); n += 7 {
		s := read(t, log[:n])
		for _, h := range s.Hands {
			for i := range h.Moments {
				h.View(i, story.Everybody)
			}
		}
	}
}

// A chain of continuations is one story for each table, the scores go on.
func TestChain(t *testing.T) {
	rs := games.All()[0]
	g := tabletest.New(t, rs, 3, map[string]any{"limit": 60}, 4)
	g.Choose = tabletest.Bot(rs.Bots[0])
	g.Until(func(tb *table.Table) bool { return tb.HandNumber() == 2 })
	c, err := g.Table().Successor(1, []int{0, 2}, nil)
	if err != nil {
		t.Fatal(err)
	}
	next := tabletest.Continue(t, rs, c, []ed25519.PrivateKey{g.Players[0].Key, g.Players[2].Key}, 5)
	next.Choose = g.Choose
	next.Play()
	stories, err := story.Read([][]record.Record{g.Table().Log(), next.Table().Log()}, games.Find, audit.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(stories) != 2 || !stories[0].Report.Continued || stories[1].Parent() != stories[0].Report.Table {
		t.Fatalf("%d stories, the first is continued: %v", len(stories), stories[0].Report.Continued)
	}
	first := stories[1].Hands[0]
	if was := stories[0].Hands[0].Result.Scores; first.Number != 2 || first.Scores()[1] != was[2] {
		t.Errorf("hand %d begins with %v after %v", first.Number, first.Scores(), was)
	}
}

// A fault ends the story and stands in it; an altered file has no guilty seat.
func TestBad(t *testing.T) {
	g := tabletest.New(t, games.All()[0], 2, nil, 3)
	g.Owed(record.KindMove)
	log := g.Table().Log()
	p := g.Turn()
	body := g.Honest(p)
	other := g.Sign(p, record.Leave{Time: 7})
	stories, err := story.Read([][]record.Record{append(log[:len(log):len(log)], g.Sign(p, body), other)}, games.Find, audit.Options{})
	var blame *audit.BlameError
	if !errors.As(err, &blame) || stories[0].Blame == nil || len(stories[0].Hands) == 0 {
		t.Errorf("the answer to two records is %v, the story blames %v", err, stories[0].Blame)
	}
	var altered *audit.AlteredError
	for _, n := range []int{0, len(log) / 2} {
		bad := append([]record.Record{}, log...)
		bad[n].Signature[5] ^= 1
		stories, err := story.Read([][]record.Record{bad}, games.Find, audit.Options{})
		if !errors.As(err, &altered) || len(stories) != 1 || stories[0].Blame != nil {
			t.Errorf("record %d altered: %v", n+1, err)
		}
	}
}

// The steps have every record once, in order, and there is a sentence about each.
func TestSteps(t *testing.T) {
	for _, rs := range games.All() {
		t.Run(rs.Name, func(t *testing.T) {
			t.Parallel()
			g, _ := play(t, rs, 1)
			log := g.Table().Log()
			for _, n := range []int{1, 2, len(log) / 2, len(log)} {
				s := read(t, log[:n])
				next, moves := 1, 0
				for _, st := range s.Steps {
					if st.First != next || st.Last < st.First || st.Kind != record.KindProposal && len(st.Seats) != st.Last-st.First+1 {
						t.Fatalf("%d records: step %+v begins behind record %d", n, st, next-1)
					}
					next = st.Last + 1
					if st.Kind == record.KindMove {
						moves++
					}
					if text := s.Told(st).String(); len(text) < 5 || strings.Contains(text, "nobody") {
						t.Errorf("%+v has the sentence %q", st, text)
					}
				}
				if next != n+1 || moves != s.Report.Moves {
					t.Errorf("the steps have %d of %d records, %d of %d moves", next-1, n, moves, s.Report.Moves)
				}
			}
		})
	}
}

// A record's deed has the same words as its step.
func TestDeedHasTheWordsOfItsStep(t *testing.T) {
	g, _ := play(t, games.All()[0], 1)
	log := g.Table().Log()
	alike := map[record.Kind]bool{}
	for n := 1; n <= len(log); n++ {
		p, err := log[n-1].Peek()
		if err != nil {
			t.Fatal(err)
		}
		deed := story.Deed(p, nil)
		if len(deed) < 3 || deed == string(p.Kind) {
			t.Errorf("record %d, a %s, has the deed %q", n, p.Kind, deed)
		}
		switch p.Kind {
		case record.KindRoster, record.KindKey, record.KindStack, record.KindProof, record.KindReceipt:
		default:
			continue
		}
		if alike[p.Kind] {
			continue
		}
		s := read(t, log[:n]) // its step has this record only
		alike[p.Kind] = true
		st := s.Steps[len(s.Steps)-1]
		if step := s.Told(st).String(); !strings.HasPrefix(s.Names(st.Seats)+" "+deed, step) || !strings.HasPrefix(step, s.Names(st.Seats)+" ") {
			t.Errorf("record %d: %q, and its step %q", n, deed, step)
		}
	}
	if len(alike) != 5 {
		t.Errorf("only %v", alike)
	}
}

// The sentence about a step has only cards that are public then.
func TestSentencesArePublic(t *testing.T) {
	g, _ := play(t, games.All()[0], 1)
	s := read(t, g.Table().Log())
	for _, st := range s.Steps {
		h, i, ok := s.At(story.Opened, st.Number)
		if !ok {
			continue
		}
		public := h.Observation(i, story.Onlooker)
		for _, w := range s.Told(st) {
			if w.Text == "" && !slices.Contains(public, w.Card) {
				t.Errorf("record %d: the sentence has %v", st.Last, w.Card)
			}
		}
	}
}

// naps plays a hand of a game of five at a table with cover; the nodes of some seats are away
// where a function says so.
func naps(t *testing.T, rs *rules.RuleSet, asleep func(tb *table.Table, seat int) bool) *tabletest.Rig {
	t.Helper()
	return withNaps(tabletest.NewCovered(t, rs, 5, short[rs.Name], 3), rs, asleep)
}

// withNaps lets computer players play the first hand of a table.
func withNaps(g *tabletest.Rig, rs *rules.RuleSet, asleep func(tb *table.Table, seat int) bool) *tabletest.Rig {
	g.Choose = tabletest.Bot(rs.Bots[0])
	nap(g, asleep, func(tb *table.Table) bool {
		return len(tb.Results()) == 1 && tb.HandNumber() > 1 || tb.Over() && tb.Pending().Kind == ""
	})
	return g
}

// nap plays until a condition holds.
func nap(g *tabletest.Rig, asleep func(tb *table.Table, seat int) bool, done func(*table.Table) bool) {
	away := map[*tabletest.Player]bool{}
	g.Absent = func(p *tabletest.Player) bool { return away[p] }
	g.Until(func(tb *table.Table) bool {
		for _, p := range g.Players {
			switch now := asleep(tb, p.Seat); {
			case now && !away[p]:
				away[p] = true
			case !now && away[p]:
				delete(away, p)
				p.Table = g.Replay(tb.Log())
			}
		}
		return done(tb)
	})
}

// What is done for a seat whose node is away is told as what it is, and never as what the
// player has done.
func TestCoveredSeat(t *testing.T) {
	for _, rs := range games.All() {
		if rs.MaxSeats < 5 { // a table of it has not the four devices that it takes
			continue
		}
		t.Run(rs.Name, func(t *testing.T) {
			t.Parallel()
			g := naps(t, rs, func(tb *table.Table, seat int) bool {
				n := len(tb.Hand().Played())
				return seat == 1 && tb.HandNumber() == 1 && (tb.Pending().Kind == record.KindProof || n > 0 && n < 12)
			})
			who := g.Players[1]
			s := read(t, g.Table().Log())
			h := s.Hands[0]
			moves, backs, covers := 0, 0, 0
			for i, m := range h.Moments {
				said := s.Event(h, i, story.Onlooker).Sentence().String()
				h.View(i, story.Everybody)
				switch m.Kind {
				case story.Moved:
					if m.StandIn {
						moves++
					}
					want := map[bool]string{true: "for " + who.Name + " the others ", false: s.Name(m.Seat) + " "}[m.StandIn]
					if !strings.HasPrefix(said, want) || m.StandIn && m.Seat != who.Seat || strings.Contains(said, "?") {
						t.Errorf("%q, want %q…", said, want)
					}
				case story.Covered:
					covers++
					if !strings.HasSuffix(said, " said that ben was away, and acted for ben.") || len(m.Seats) != 4 {
						t.Errorf("%q", said)
					}
				case story.Opened:
					if m.Why == rules.Cover && (!strings.HasPrefix(said, "the card that the others play for ben: ") || len(m.Cards) != 1 || strings.Contains(said, "?")) {
						t.Errorf("%q", said)
					}
				case story.Back:
					backs++
				case story.Shuffled:
					if slices.Contains(m.Seats, who.Seat) || len(m.Seats) < 2 {
						t.Errorf("%q", said)
					}
				}
			}
			played := 0
			for _, m := range g.Table().Results()[0].Played {
				if m.StandIn {
					played++
				}
			}
			if moves != played || covers < 1 || moves == 0 || backs == 0 {
				t.Errorf("%d of %d moves of the stand-in, covered %d times, back %d times", moves, played, covers, backs)
			}
			if n := len(g.Table().Results()[0].Played); h.Moves() != n {
				t.Errorf("%d moves, the table has %d", h.Moves(), n)
			}
			for _, st := range s.Steps {
				told := s.Told(st).String()
				if told == "" || len(st.Votes) > 0 != strings.Contains(told, " was away") || strings.Contains(told, "  ") {
					t.Errorf("step %d: %q", st.Number, told)
				}
				if st.First > st.Last || len(st.Seats)+len(st.Votes) == 0 && st.Kind != record.KindProposal {
					t.Errorf("%+v", st)
				}
			}
		})
	}
}

// A device that slept through the deal, with a computer player of its own, is dealt nothing that
// anybody sees: one seat lacks its sealing key, the other its hand key. A stand-in moves
// as soon as its turn comes, behind the record of somebody else, and the story has the table
// as it was after each of the moves.
func TestSeatThatSleptThroughTheDeal(t *testing.T) {
	for _, rs := range games.All() {
		if rs.MaxSeats < 5 {
			continue
		}
		t.Run(rs.Name, func(t *testing.T) {
			t.Parallel()
			hosts := []int{0, 1, 1, 3, 4}
			g := withNaps(tabletest.NewHosted(t, rs, hosts, short[rs.Name], 3), rs, func(tb *table.Table, seat int) bool {
				kind := tb.Pending().Kind
				return tb.HandNumber() == 1 && (seat == 1 && kind == record.KindSeal || seat == 2 && kind == record.KindKey)
			})
			s := read(t, g.Table().Log())
			h := s.Hands[0]
			slept, moves, deals := []int{1, 2}, 0, 0
			at := map[uint64]int{}
			for i, m := range h.Moments {
				said := s.Event(h, i, story.Onlooker).Sentence().String()
				switch m.Kind {
				case story.Opened:
					for _, o := range m.Cards {
						if slices.Contains(slept, o.To) {
							t.Errorf("%q opens a card to seat %d", said, o.To)
						}
					}
					if m.Why == rules.Deal {
						deals++
						if !strings.HasSuffix(said, "; ben and cleo missed the deal") || strings.Contains(said, "ben was dealt") {
							t.Errorf("%q", said)
						}
					}
				case story.Moved:
					if m.StandIn {
						moves++
						at[m.Step]++
					}
					if want := h.Status(i - 1).Turn; m.Seat != want {
						t.Errorf("moment %d is a move of seat %d at the turn of seat %d", i, m.Seat, want)
					}
					if m.StandIn != slices.Contains(slept, m.Seat) || m.StandIn != strings.Contains(said, " the others ") || strings.Contains(said, "?") {
						t.Errorf("%q", said)
					}
				}
				h.View(i, story.Everybody)
			}
			if moves == 0 || deals != 1 || h.Moves() != len(g.Table().Results()[0].Played) {
				t.Errorf("%d of %d moves are stand-ins', %d were played, %d deals", moves, h.Moves(), len(g.Table().Results()[0].Played), deals)
			}
			for _, st := range s.Steps {
				if told := s.Told(st).String(); strings.Count(told, " the others ")-strings.Count(told, "card that the others ") != at[st.Number] {
					t.Errorf("step %d with %d moves of stand-ins: %q", st.Number, at[st.Number], told)
				}
			}
			if rs.Name == "five-three-five" && !slices.Contains(slices.Collect(maps.Values(at)), 2) {
				t.Error("no two stand-ins passed behind one record")
			}
		})
	}
}

// Where seats of two nodes were voted away in a step, nobody is covered, and they owe the
// same once more.
func TestVotedAwayBoth(t *testing.T) {
	rs := games.All()[0]
	for _, c := range []struct {
		kind   record.Kind
		seats  []int
		want   string
		asleep record.Kind // in steps of it ben is covered
		// how the hand goes as far as its first move
		course []story.Kind
	}{
		{
			record.KindKey, []int{1, 2}, "ben and cleo were both voted away: nobody is covered, both owe it again", "",
			[]story.Kind{story.Begun, story.Again, story.Drawn, story.Shuffled, story.Opened, story.Opened},
		},
		{
			record.KindProof, []int{0, 3}, "ana and dan were both voted away: nobody is covered, both owe it again", "",
			[]story.Kind{story.Begun, story.Drawn, story.Again, story.Redone, story.Shuffled, story.Opened, story.Opened},
		},
		{
			record.KindShares, []int{1, 2, 3}, "ben, cleo and dan were all voted away: nobody is covered, all owe it again", record.KindProof,
			[]story.Kind{story.Begun, story.Drawn, story.Covered, story.Redone, story.Shuffled, story.Again, story.Back, story.Opened, story.Opened},
		},
	} {
		g := tabletest.NewCovered(t, rs, 5, short[rs.Name], 3)
		g.Choose = tabletest.Bot(rs.Bots[0])
		nap(g, func(tb *table.Table, seat int) bool { return seat == 1 && tb.Pending().Kind == c.asleep }, func(tb *table.Table) bool {
			return tb.Pending().Kind == c.kind && tb.Pending().Why != rules.Lot
		})
		step := g.Table().Step()
		var apart []*tabletest.Player
		for _, seat := range c.seats {
			apart = append(apart, g.Players[seat])
		}
		g.Apart(apart...)
		if !slices.Equal(g.Table().VotedAway(step), c.seats) {
			t.Fatalf("%s: %v were voted away", c.kind, g.Table().VotedAway(step))
		}
		g.Owed(record.KindMove)
		s := read(t, g.Table().Log())
		h, i, ok := s.At(story.Again, step)
		if !ok {
			t.Fatalf("%s: it is not told", c.kind)
		}
		if said := s.Event(h, i, story.Onlooker).Sentence().String(); said != c.want+"." {
			t.Errorf("%s: %q", c.kind, said)
		}
		var course []story.Kind
		for i, m := range h.Moments {
			h.View(i, story.Everybody)
			if course = append(course, m.Kind); m.Kind == story.Shuffled && len(m.Seats) != 5-min(1, len(c.asleep)) {
				t.Errorf("%s: %v shuffled", c.kind, m.Seats)
			}
		}
		if !slices.Equal(course, c.course) {
			t.Errorf("%s: %v", c.kind, course)
		}
		for _, st := range s.Steps {
			if told := s.Told(st).String(); strings.HasSuffix(told, c.want) != (st.Number == step && len(st.Votes) > 0) {
				t.Errorf("%s, step %d: %q", c.kind, st.Number, told)
			}
		}
	}
}
