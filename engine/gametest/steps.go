package gametest

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fives/engine/card"
	"fives/engine/rules"
)

var update = flag.Bool("update", false, "write the steps and the stand-in's moves in the games' testdata anew")

// steps compares the first hand of a game with testdata/steps-N.txt, for the fewest
// seats and one more. The order in which cards are opened is part of every proof
// (SPEC §7); rule pages have it under "For a second implementation". The file has a
// line for each shuffle, opening and move:
//
//	shuffle 52: slots 0 to 51
//	shuffle 11 0 4: slots 52 to 54
//	deal 0→1 1→0
//	turn up 10→all
//	1: drop 7h 7s draw; cards 0 4; shows 0 4
//	settle
//
// "shuffle 52" is of the whole deck, "shuffle 11 0 4" of public cards.
func (s *suite) steps(t *testing.T) {
	for seats := s.rs.MinSeats; seats <= min(s.rs.MinSeats+1, s.rs.MaxSeats); seats++ {
		t.Run(fmt.Sprintf("%d seats", seats), func(t *testing.T) {
			file := filepath.Join(s.folder, "testdata", fmt.Sprintf("steps-%d.txt", seats))
			if *update {
				if err := os.WriteFile(file, []byte(stepsOf(t, s.rs, seats, nil)), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatalf("%v; go test ./engine/games -update writes it", err)
			}
			if got := stepsOf(t, s.rs, seats, moves(string(want))); got != string(want) {
				t.Errorf("the steps of the hand are now\n%s", got)
			}
		})
	}
}

// moves lists the texts of the moves in a file of steps.
func moves(file string) []string {
	var texts []string
	for line := range strings.Lines(file) {
		if _, rest, ok := strings.Cut(line, ": "); ok {
			if text, _, ok := strings.Cut(rest, ";"); ok {
				texts = append(texts, text)
			}
		}
	}
	return texts
}

// A referee plays a hand and writes down its steps.
type referee struct {
	strings.Builder
	deck   []card.Card
	rand   *rand.Rand
	faces  rules.Observation
	public rules.Observation
	own    []rules.Observation
}

// stepsOf plays a hand and returns its steps. A computer player makes the moves after
// the given ones.
func stepsOf(t *testing.T, rs *rules.RuleSet, seats int, texts []string) string {
	t.Helper()
	o, err := rs.Validate(seats, nil)
	if err != nil {
		t.Fatal(err)
	}
	r := &referee{deck: rs.Deck(seats, o).Cards, rand: rand.New(rand.NewPCG(3, uint64(seats))), own: make([]rules.Observation, seats)}
	pos := rs.Start(seats, o, nil)
	for at := 1; ; at++ {
		switch a := pos.Next().(type) {
		case rules.Shuffle:
			pos = pos.Shuffled(r.shuffle(a))
		case rules.Open:
			r.open(a)
			pos = pos.Opened(r.public)
		case rules.Turn:
			m := rules.Move{Seat: a.Seat, At: at}
			if len(texts) > 0 {
				m.Text, texts = texts[0], texts[1:]
			} else {
				m.Text = rs.Bots[1].Move(pos, a.Seat, r.own[a.Seat], rand.New(rand.NewPCG(3, uint64(at))))
			}
			if m.Cards, err = rules.Bind(pos, a.Seat, m.Text, r.own[a.Seat]); err != nil {
				t.Fatal(err)
			}
			r.move(m, rules.Shown(pos, m))
			if pos, err = pos.Play(m, r.public); err != nil {
				t.Fatal(err)
			}
		case rules.Settle:
			r.WriteString("settle\n")
			return r.String()
		}
	}
}

func (r *referee) shuffle(a rules.Shuffle) []rules.Slot {
	cards, first := r.deck, len(r.faces)
	if a.Cards == nil {
		fmt.Fprintf(r, "shuffle %d", len(cards))
	} else {
		cards = r.faces.Cards(a.Cards)
		fmt.Fprintf(r, "shuffle%s", spaced(a.Cards))
	}
	fmt.Fprintf(r, ": slots %d to %d\n", first, first+len(cards)-1)
	stack := make([]rules.Slot, len(cards))
	for i, at := range r.rand.Perm(len(cards)) {
		stack[i] = rules.Slot(first + i)
		r.faces = append(r.faces, cards[at])
	}
	r.public = append(r.public, make(rules.Observation, len(cards))...)
	for seat := range r.own {
		r.own[seat] = append(r.own[seat], make(rules.Observation, len(cards))...)
	}
	return stack
}

// open leaves out public cards, of which nobody owes a share.
func (r *referee) open(a rules.Open) {
	r.WriteString(string(a.Why))
	for _, o := range a.Cards {
		switch {
		case r.public.Of(o.Slot).Known():
		case o.To == rules.None:
			fmt.Fprintf(r, " %d→all", o.Slot)
			r.show(o.Slot)
		default:
			fmt.Fprintf(r, " %d→%d", o.Slot, o.To)
			r.own[o.To][o.Slot] = r.faces[o.Slot]
		}
	}
	r.WriteString("\n")
}

func (r *referee) move(m rules.Move, shown []rules.Slot) {
	fmt.Fprintf(r, "%d: %s; cards%s; shows%s\n", m.Seat, m.Text, spaced(m.Cards), spaced(shown))
	for _, x := range shown {
		r.show(x)
	}
}

func (r *referee) show(x rules.Slot) {
	r.public[x] = r.faces[x]
	for seat := range r.own {
		r.own[seat][x] = r.faces[x]
	}
}

func spaced(slots []rules.Slot) string {
	text := ""
	for _, x := range slots {
		text += fmt.Sprintf(" %d", x)
	}
	return text
}
