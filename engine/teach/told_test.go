package teach_test

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"fives/engine/games"
	"fives/engine/rules"
	"fives/engine/teach"
)

var (
	against  = regexp.MustCompile(`, (\d+) (better|worse) than (?:the other player|the others)`)
	chips    = regexp.MustCompile(` (won|lost) (\d+) chips?$`)
	shares   = regexp.MustCompile(`: about (\d+) (?:points?|chips?) (better|worse)`)
	ownMoves = regexp.MustCompile(`own moves: about (\d+) (?:points?|chips?) worse`)
	howOften = regexp.MustCompile(`came out better (\d+) times in 100, and worse (\d+) times`)
	contrary = regexp.MustCompile(`\([^)]*(though|, but |may take|lets the trick go, with [1-9]|and adds [1-9]|keeps all|holds (?:0|none) of the suit, .*content with it)[^)]*\)`)
	without  = regexp.MustCompile(`does without \S+, which would leave (\w+) points? outside melds, .*; now it is (\w+) point`)
	taking   = regexp.MustCompile(`leaves (\w+) points? outside melds with (\S+), .*; now it is (\w+) point`)
)

// number reads "no", as in "no points", too.
func number(text string) int {
	n, _ := strconv.Atoi(text)
	return n
}

// TestTold holds what lessons say against itself, over many hands of an easy player against a good one:
// the shares of a result add up to it; nothing is called better that did worse more often, or with a
// reason that speaks against it; a move that is said to have cost points did not also, without a word,
// win some; and own moves cost no more than a hand can. -hands has more hands.
func TestTold(t *testing.T) {
	hands := max(4, *plantedHands)
	for _, rs := range games.All() {
		if *plantedOnly != "" && rs.Name != *plantedOnly {
			continue
		}
		t.Run(rs.Name, func(t *testing.T) {
			t.Parallel()
			said, wrong := map[string]int{}, map[string]int{}
			from := map[string]*rules.Carry{"all-fives": {Hands: 4, Scores: []int{55, 55}}}[rs.Name] // near the target
			for seed := range uint64(hands) {
				g := begin(t, rs, 2, nil, 1000+seed)
				if seed%2 == 1 {
					g = begin(t, rs, 2, from, 1000+seed)
				}
				h := g.hand(func(turn teach.Turn) string {
					if turn.Seat == 0 {
						return rs.Bots[0].Move(turn.Position, turn.Seat, turn.Own, g.dice)
					}
					return g.good(turn)
				})
				l, err := teach.Study(h, teach.Budget(h)/4, nil)
				if err != nil {
					t.Fatal(err)
				}
				bad := func(what string, is bool, text string) {
					said[what]++
					if is {
						wrong[what]++
						t.Errorf("seed %d: %s: %s", seed, what, text)
					}
				}
				lost := map[int]bool{}
				for _, p := range l.Players {
					told := l.Says(p, "Zoe", false)
					checkTold(bad, rs.Name, said, told[0].String(), told[1:])
					for _, loss := range []*teach.Loss{p.Then, p.Now} {
						if loss != nil {
							lost[loss.Turn] = true
						}
					}
				}
				for _, w := range l.Decided {
					text := l.Decisive(w, "Zoe", false).String()
					bad("a move that cost and won", lost[w.Turn] && strings.Contains(text, " better, ") && !strings.Contains(text, ", although"), text)
				}
			}
			fmt.Printf("%-16s %d hands: wrong %v of %v\n", rs.Title, hands, wrong, said)
		})
	}
}

func checkTold[S fmt.Stringer](bad func(string, bool, string), game string, said map[string]int, result string, told []S) {
	for i, s := range told {
		text := s.String()
		if parts := shares.FindAllStringSubmatch(text, -1); i == 0 && parts != nil {
			sum, whole := 0, 0
			for _, p := range parts {
				sum += signed(p[1], p[2] == "better")
			}
			if m := against.FindStringSubmatch(result); m != nil {
				whole = signed(m[1], m[2] == "better")
			} else if m := chips.FindStringSubmatch(result); m != nil {
				whole = signed(m[2], m[1] == "won")
			}
			bad("shares that do not add up", sum != whole, result+"; "+text)
		}
		most := map[string]int{"five": 50, "all-fives": 24 + 1}[game]
		if m := ownMoves.FindStringSubmatch(text); m != nil && most > 0 {
			bad("own moves that cost more than a hand can", number(m[1]) > most, text)
		}
		if !strings.Contains(text, "Tried with other unknown cards") {
			continue
		}
		m := howOften.FindStringSubmatch(text)
		bad("better, and more often worse", m != nil && number(m[1]) <= number(m[2]), text)
		against := contrary.MatchString(text)
		if m := without.FindStringSubmatch(text); m != nil {
			against = against || number(m[1]) < number(m[2])
		}
		if m := taking.FindStringSubmatch(text); m != nil {
			against = against || number(m[1]) > number(m[3])
		}
		bad("a reason against the better move", against, text)
	}
}

func signed(n string, better bool) int {
	if better {
		return number(n)
	}
	return -number(n)
}
