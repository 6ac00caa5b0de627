package games_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fives/engine/bare"
	"fives/engine/games"
	"fives/engine/rules"
	"fives/engine/scenario"
)

// spoken is what each game has to say at some time: headlines of a turn, endings of a hand, and
// reasons of a seat, without their numbers.
var spoken = map[string]struct{ headlines, endings, whys []string }{
	"five": {
		[]string{""},
		[]string{"ended with #, the lowest", "ended with #, not the lowest", "ended in a tie at #", "Nobody ended the hand"},
		[]string{"", "ended with #", "wrong end costs #", "lowest with #", "is out of the game", "had no turn"},
	},
	"furious-five": {
		[]string{"", "You may call"},
		[]string{"called with #, the lowest", "called with #, not the lowest", "called with #: a tie", "Nobody called"},
		[]string{"", "called with #", "pays: not the lowest", "pays: a tie", "lowest with #", "# points in hand"},
	},
	"five-three-five": {
		[]string{"You lead", "A single #", "A set of #, all #s", "A run, # to #"},
		[]string{"went out"},
		[]string{"", "went out"},
	},
	"all-fives": {
		[]string{"Spades are proposed", "Your left neighbour begs", "You lead", "Hearts were led"},
		[]string{"took # point", "took # points", "took # points each", "reached #"},
		[]string{"no trick", "# trick", "# tricks"},
	},
	"five-crowns": {
		[]string{"", "You can go out", "Your last turn", "# of # piles are closed"},
		[]string{"went out first", "Nobody went out", "closed # piles"},
		[]string{"", "went out", "laid # meld", "laid # melds", "closed # piles"},
	},
}

// TestWords: every game says what matters at a turn and what may be done, how a hand has ended,
// and why a seat has its points, in as few words as front ends have room for, whoever plays.
func TestWords(t *testing.T) {
	for _, rs := range games.All() {
		t.Run(rs.Name, func(t *testing.T) {
			w := wordsOf(t, rs)
			want := spoken[rs.Name]
			for what, lists := range map[string][2][]string{
				"headlines": {w.headlines, want.headlines}, "endings": {w.endings, want.endings}, "reasons": {w.whys, want.whys},
			} {
				for _, text := range lists[1] {
					if !slices.Contains(lists[0], text) {
						t.Errorf("%s: never %q, only %q", what, text, slices.Compact(slices.Sorted(slices.Values(lists[0]))))
					}
				}
			}
		})
	}
}

type words struct {
	t                        *testing.T
	headlines, endings, whys []string
}

// wordsOf plays games by chance, some of them so short that nobody ends a hand.
func wordsOf(t *testing.T, rs *rules.RuleSet) (w words) {
	w.t = t
	for seed := range uint64(60) {
		given := map[string]any{}
		for k, v := range rs.Brief {
			given[k] = v
		}
		if seed%6 == 0 && slices.ContainsFunc(rs.Schema, func(o rules.Option) bool { return o.Name == "lap-cap" }) {
			given["lap-cap"] = 2
		}
		seats := rs.MinSeats + int(seed)%(min(rs.MaxSeats, 4)-rs.MinSeats+1)
		w.play(rs, given, seats, seed)
	}
	return w
}

func (w *words) play(rs *rules.RuleSet, given map[string]any, seats int, seed uint64) {
	g, err := bare.New(rs, seats, given, bare.Random(seed))
	if err != nil {
		w.t.Fatal(err)
	}
	dice := rand.New(rand.NewPCG(seed, 1))
	for at := 1; !g.Over() && at < scenario.MaxPlayout; at++ {
		pos := g.Position()
		seat := pos.Status().Turn
		own := g.Observation(seat)
		v := pos.View(seat, own)
		w.turn(v)
		for s := range seats {
			if s != seat && pos.View(s, g.Observation(s)).Offer != "" {
				w.t.Fatalf("seat %d sees what is offered to seat %d", s, seat)
			}
		}
		moves := pos.Moves(seat, own)
		if only := strings.Contains(v.Prompt, "can only "+rs.Do(moves[0]).String()); only != (len(moves) == 1) {
			w.t.Fatalf("%q with %q", v.Prompt, moves)
		}
		move := moves[dice.IntN(len(moves))]
		if v.Offer != "" {
			if !slices.Contains(moves, v.Offer) {
				w.t.Fatalf("%q is offered, and not legal", v.Offer)
			}
			if dice.IntN(2) == 0 {
				move = v.Offer
			}
		}
		ended, err := g.Play(seat, move, at, false)
		if err != nil {
			w.t.Fatal(err)
		}
		for _, e := range ended {
			w.hand(e.Settlement)
		}
	}
}

// turn checks what is said at a turn.
func (w *words) turn(v rules.View) {
	if n := len(strings.Fields(v.Headline)); v.Headline != "" && (n < 2 || n > 6) {
		w.t.Fatalf("a headline of %d words: %q", n, v.Headline)
	}
	if n := len([]rune(v.Prompt)); n < 10 || n > 90 || strings.Contains(v.Prompt, "\n") || !strings.HasSuffix(v.Prompt, ".") {
		w.t.Fatalf("a task of %d letters: %q", n, v.Prompt)
	}
	for _, word := range strings.Fields(strings.ReplaceAll(v.Headline+" "+v.Prompt, ",", "")) {
		if strings.Trim(word, "JQK") == "" { // a number of Five Three Five is no court card
			w.t.Fatalf("%q in %q", word, v.Headline+": "+v.Prompt)
		}
	}
	w.headlines = append(w.headlines, bareOf(v.Headline))
}

// hand checks what is said of a settled hand.
func (w *words) hand(s rules.Settlement) {
	if n := len(s.Seats) + len(strings.Fields(s.What)); s.What == "" || n < 2 || n > 7 {
		w.t.Fatalf("an ending of %d words: %q of %v", n, s.What, s.Seats)
	}
	if len(s.Why) != len(s.Items) {
		w.t.Fatalf("%d reasons for %d seats", len(s.Why), len(s.Items))
	}
	for seat, why := range s.Why {
		if len([]rune(why)) > rules.MostWhy || why != "" && len(s.Items[seat]) == 0 || strings.Contains(why, "cards left") {
			w.t.Fatalf("seat %d: %q of %v", seat, why, s.Items[seat])
		}
		w.whys = append(w.whys, bareOf(why))
	}
	for _, seat := range s.Seats {
		if s.Why[seat] == "" {
			w.t.Fatalf("%q of seat %d, which has no reason", s.What, seat)
		}
	}
	w.endings = append(w.endings, bareOf(s.What))
}

// bareOf writes # for each number.
func bareOf(text string) string {
	var list []string
	for _, word := range strings.Fields(text) {
		digits := strings.TrimLeft(word, "0123456789")
		if len(digits) < len(word) {
			word = "#" + digits
		}
		list = append(list, word)
	}
	return strings.Join(list, " ")
}
