package seat_test

import (
	"bytes"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"fives/crypto/mask"
	"fives/crypto/ristretto"
	"fives/crypto/sigma"
	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/seat"
	"fives/engine/table"
	"fives/engine/tabletest"
)

// zeros is the worst randomness there is.
type zeros struct{}

func (zeros) Read(b []byte) (int, error) { clear(b); return len(b), nil }

// Attack: decryption oracle. A seat makes shares only of the slots that its verified
// log opens, and only when it owes them.
func TestAttackOracle(t *testing.T) {
	for seed := range uint64(4) {
		g := tabletest.New(t, tabletest.Drill, 3, nil, seed)
		for {
			tb := g.Table()
			for _, p := range g.Players {
				owed := tb.SharesOwed(p.Seat)
				if d := tb.Pending(); d.Kind != record.KindShares {
					if owed != nil {
						t.Fatalf("step %d: a %s is owed, and shares of %v", tb.Step(), d.Kind, owed)
					}
				} else if d.Why == rules.Lot {
					if len(owed) != 1 || !owed[0].Equal(sigma.LotPoint(tb.Head())) {
						t.Fatalf("step %d: the lot is %v", tb.Step(), owed)
					}
				} else {
					a := tb.Position().Next().(rules.Open)
					for _, point := range owed {
						i := slices.IndexFunc(a.Cards, func(o rules.Opening) bool { return tb.Hand().Mask(o.Slot).A.Equal(point) })
						if i < 0 || a.Cards[i].To == p.Seat {
							t.Fatalf("step %d: of seat %d, %v is opened", tb.Step(), p.Seat, point)
						}
					}
				}
				if p.Owes() {
					continue
				}
				if _, _, err := seat.Work(tb, p.Seat, p.Key, p.Hand, 0, g.Secret); !errors.Is(err, seat.ErrNotDue) {
					t.Fatalf("step %d, seat %d owes nothing: %v", tb.Step(), p.Seat, err)
				}
				m := rules.Move{Seat: p.Seat, Text: "call"}
				if _, err := seat.Sign(tb, p.Seat, p.Hand, m, g.Secret); !errors.Is(err, seat.ErrNotDue) {
					t.Fatalf("step %d, it is not seat %d's turn: %v", tb.Step(), p.Seat, err)
				}
			}
			if !g.Step() {
				break
			}
		}
	}
}

// A move opens cards that were dealt to the mover, and nothing else: no card of
// the stock, of the packet or of another hand.
func TestAttackOracleByMove(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 3, nil, 2)
	g.Owed(record.KindMove)
	p := g.Turn()
	tb := g.Table()
	hand := tb.Position().Status().Hands[p.Seat]
	for x := rules.Slot(-1); int(x) <= tb.Hand().Slots(); x++ {
		m := rules.Move{Seat: p.Seat, At: int(tb.Step()), Text: "drop 7h", Cards: []rules.Slot{x}}
		body, err := seat.Sign(tb, p.Seat, p.Hand, m, g.Secret)
		public := tb.Public().Of(x).Known()
		switch {
		case slices.Contains(hand, x) && (err != nil || len(body.Shares) != 32):
			t.Errorf("slot %d is in the hand: %v", x, err)
		case public && (err != nil || len(body.Shares) != 0):
			t.Errorf("slot %d is public: %v", x, err)
		case !public && !slices.Contains(hand, x) && err == nil:
			t.Errorf("slot %d was opened: %x", x, body.Shares)
		}
	}
	other := rules.Move{Seat: (p.Seat + 1) % 3, Text: "call"}
	if _, err := seat.Sign(tb, p.Seat, p.Hand, other, g.Secret); !errors.Is(err, seat.ErrNotDue) {
		t.Errorf("a move of another seat: %v", err)
	}
}

// A record that is in already is never made again.
func TestNothingTwice(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 2, nil, 2)
	for _, kind := range []record.Kind{record.KindRoster, record.KindKey, record.KindShares, record.KindReceipt} {
		g.Owed(kind)
		p := g.Players[0]
		if err := p.Take(g.Make(p)); err != nil {
			t.Fatal(err)
		}
		if _, _, err := seat.Work(p.Table, 0, p.Key, p.Hand, 0, g.Secret); !errors.Is(err, seat.ErrNotDue) {
			t.Errorf("a second %s: %v", kind, err)
		}
		for _, q := range g.Players {
			if q != p {
				q.Take(p.Table.Log()[len(p.Table.Log())-1])
			}
		}
	}
}

func TestStoppedTableGetsNothing(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 2, nil, 2)
	g.Owed(record.KindShares)
	p := g.Players[0]
	p.Table.Accuse(&table.Fault{Seat: 1, Step: p.Table.Step(), Reason: table.ErrTwo})
	if _, _, err := seat.Work(p.Table, 0, p.Key, p.Hand, 0, g.Secret); !errors.Is(err, seat.ErrNotDue) {
		t.Errorf("got %v", err)
	}
	if p.Table.SharesOwed(0) != nil {
		t.Error("a stopped table opens cards")
	}
}

// A seat whose hand key is lost, as on a home that was restored from a copy, neither
// shuffles nor opens cards.
func TestNoKey(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 2, nil, 2)
	for _, owed := range []func(tb *table.Table) bool{
		func(tb *table.Table) bool { return tb.Pending().Why == rules.Lot },
		func(tb *table.Table) bool { return tb.Pending().Kind == record.KindStack },
		func(tb *table.Table) bool { return tb.Pending().Why == rules.Deal },
	} {
		g.Until(owed)
		p := g.Players[0]
		wrong := p.Hand
		wrong.Secret = wrong.Secret.Add(wrong.Secret)
		for name, h := range map[string]seat.HandSecret{
			"none":          {},
			"older":         {Number: p.Hand.Number - 1, Secret: p.Hand.Secret},
			"newer":         {Number: p.Hand.Number + 1, Secret: p.Hand.Secret},
			"another's":     {Number: p.Hand.Number, Secret: g.Players[1].Hand.Secret},
			"another value": wrong,
		} {
			if _, _, err := seat.Work(p.Table, 0, p.Key, h, 0, g.Secret); !errors.Is(err, seat.ErrNoKey) {
				t.Errorf("%s, for %+v: %v", name, p.Table.Pending(), err)
			}
		}
	}
	g.Owed(record.KindMove)
	p := g.Turn()
	if _, err := seat.Move(p.Table, p.Seat, seat.HandSecret{}, p.Own(), "call", g.Secret); !errors.Is(err, seat.ErrNoKey) {
		t.Errorf("call: %v", err)
	}
	if _, err := seat.Move(p.Table, p.Seat, seat.HandSecret{}, p.Own(), "draw", g.Secret); err != nil {
		t.Errorf("a move that shows nothing: %v", err)
	}
	var blind seat.FaceCache
	for x, c := range blind.Update(p.Table, p.Seat, seat.HandSecret{}) {
		if c.Known() != p.Table.Public().Of(rules.Slot(x)).Known() {
			t.Errorf("slot %d is seen without the key", x)
		}
	}
}

// A cache that is updated at every step, so that its shares are made before the others'
// come, shows the same cards as a fresh one.
func TestFacesOpenWheneverLookedAt(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 3, nil, 2)
	caches, seen := make([]seat.FaceCache, 3), 0
	for {
		for i, p := range g.Players {
			var late seat.FaceCache
			old, now := caches[i].Update(p.Table, p.Seat, p.Hand), late.Update(p.Table, p.Seat, p.Hand)
			for x, c := range now {
				if old.Of(rules.Slot(x)) != c {
					t.Fatalf("step %d: seat %d sees %v at slot %d, and %v when it looks for the first time", p.Table.Step(), i, old.Of(rules.Slot(x)), x, c)
				}
				if c.Known() && !p.Table.Public().Of(rules.Slot(x)).Known() {
					seen++
				}
			}
		}
		if !g.Step() {
			break
		}
	}
	if seen == 0 {
		t.Error("nobody has seen a card of its own")
	}
}

func same(a, b seat.HandSecret) bool { return a.Number == b.Number && a.Secret.Equal(b.Secret) }

// The secret is drawn with the key's record and gone with the receipt's.
func TestSecretLivesForAHand(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 2, nil, 2)
	g.Owed(record.KindKey)
	if !same(g.Players[0].Hand, seat.HandSecret{}) {
		t.Error("a secret before the hand")
	}
	g.Step()
	first := g.Players[0].Hand
	if first.Number != 1 || !ristretto.MulBase(first.Secret).Equal(g.Table().Hand().Key(0)) {
		t.Error("the secret is not that of the published key")
	}
	g.Owed(record.KindReceipt)
	if !same(g.Players[0].Hand, first) {
		t.Error("the secret changed during the hand")
	}
	g.Step()
	if !same(g.Players[0].Hand, seat.HandSecret{}) {
		t.Error("the secret outlives the hand")
	}
}

// Attack: nonce re-use. The same randomness for two statements gives different
// commitments.
func TestAttackNonceReuse(t *testing.T) {
	commitments := map[string]string{} // to the shares of its statement
	note := func(proof, shares []byte) {
		t.Helper()
		if old, ok := commitments[string(proof[:32])]; ok && old != string(shares) {
			t.Error("one commitment for two statements")
		}
		commitments[string(proof[:32])] = string(shares)
	}
	g := tabletest.New(t, tabletest.Drill, 3, nil, 2)
	for !g.Table().Over() {
		kind := g.Table().Pending().Kind
		p := g.Turn()
		if kind == record.KindShares {
			body, _, err := seat.Work(p.Table, p.Seat, p.Key, p.Hand, 0, zeros{})
			if err != nil {
				t.Fatal(err)
			}
			note(body.(record.Shares).Proof, body.(record.Shares).Shares)
		}
		if kind == record.KindMove {
			for _, text := range p.Table.Position().Moves(p.Seat, p.Own()) {
				body, err := seat.Move(p.Table, p.Seat, p.Hand, p.Own(), text, zeros{})
				if err != nil {
					t.Fatal(err)
				}
				if len(body.Proof) > 0 {
					note(body.Proof, body.Shares)
				}
			}
		}
		g.Step()
	}
	if len(commitments) < 5 {
		t.Errorf("only %d proofs", len(commitments))
	}
}

// The same work twice from fresh randomness differs in every commitment.
func TestFreshRandomness(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 2, nil, 2)
	g.Owed(record.KindStack)
	p := g.Turn()
	a, b := g.Honest(p).(record.Stack), g.Honest(p).(record.Stack)
	for i := 0; i < len(a.Stack); i += 64 {
		if bytes.Contains(b.Stack, a.Stack[i:i+64]) {
			t.Error("a mask is in both shuffles")
		}
	}
}

type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, errors.New("no randomness") }

func TestNoRandomness(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 2, nil, 2)
	for _, kind := range []record.Kind{record.KindKey, record.KindStack, record.KindProof, record.KindShares} {
		g.Owed(kind)
		p := g.Turn()
		if _, _, err := seat.Work(p.Table, p.Seat, p.Key, p.Hand, 0, broken{}); err == nil {
			t.Errorf("a %s without randomness", kind)
		}
	}
}

// The player's own daemon refuses every move that the others would refuse, now or when
// the hand is shown.
func TestOwnDaemonRefuses(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 2, nil, 2)
	refused := 0
	for !g.Table().Over() {
		if g.Table().Pending().Kind == record.KindMove {
			p := g.Turn()
			own := p.Own()
			moves := p.Table.Position().Moves(p.Seat, own)
			for _, c := range own.Cards(p.Table.Position().Status().Hands[p.Seat]) {
				text := "drop " + c.String()
				_, err := seat.Move(p.Table, p.Seat, p.Hand, own, text, g.Secret)
				if slices.Contains(moves, text) != (err == nil) || err != nil && !errors.Is(err, rules.ErrIllegal) {
					t.Errorf("%s: %v", text, err)
				}
				if err != nil {
					refused++
				}
			}
			for _, text := range []string{"", "dance", "drop", "drop Jk", "drop 7h 7h"} {
				if _, err := seat.Move(p.Table, p.Seat, p.Hand, own, text, g.Secret); !errors.Is(err, rules.ErrIllegal) {
					t.Errorf("%q: %v", text, err)
				}
			}
			idle := g.Players[1-p.Seat]
			if _, err := seat.Move(idle.Table, idle.Seat, idle.Hand, idle.Own(), "call", g.Secret); !errors.Is(err, seat.ErrNotDue) || errors.Is(err, rules.ErrIllegal) {
				t.Errorf("out of turn: %v", err)
			}
		}
		g.Step()
	}
	if refused == 0 {
		t.Error("nothing was refused")
	}
}

// A move is signed as the notation has it, however the keyboard of a phone writes it.
func TestTypedMoves(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 2, nil, 2)
	for g.Table().Pending().Kind != record.KindMove {
		g.Step()
	}
	p := g.Turn()
	var move string
	for _, m := range p.Table.Position().Moves(p.Seat, p.Own()) {
		if strings.HasPrefix(m, "drop ") {
			move = m
		}
	}
	want, err := seat.Bind(p.Table, p.Seat, p.Own(), move)
	if err != nil || want.Text != move || len(want.Cards) == 0 {
		t.Fatalf("%+v, %v", want, err)
	}
	var wide, arabic strings.Builder
	for _, r := range move {
		switch {
		case r == ' ':
			wide.WriteRune('\u3000')
			arabic.WriteString(" \u200f")
			continue
		case '0' <= r && r <= '9':
			arabic.WriteRune(r - '0' + '٠')
		default:
			arabic.WriteRune(r)
		}
		wide.WriteRune(r - '!' + '！')
	}
	signed := strings.NewReplacer("c", "♣\ufe0f", "d", "♦\ufe0f", "h", "♥\ufe0f", "s", "♠\ufe0f").Replace(strings.TrimPrefix(move, "drop "))
	for _, typed := range []string{wide.String(), arabic.String(), "drop " + signed} {
		if got, err := seat.Bind(p.Table, p.Seat, p.Own(), typed); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%q is read as %+v, %v, and not as %+v", typed, got, err, want)
		}
	}
}

// Observations of two seats agree where both know a card, never show what is
// another's, and together with the openings make a whole deck.
func TestObservations(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 3, nil, 2)
	g.Owed(record.KindMove)
	hands := g.Table().Position().Status().Hands
	var seen []string
	for _, p := range g.Players {
		own := p.Own()
		for x, c := range own {
			public := g.Table().Public().Of(rules.Slot(x)).Known()
			mine := slices.Contains(hands[p.Seat], rules.Slot(x))
			if c.Known() != (public || mine) {
				t.Errorf("seat %d, slot %d: %s", p.Seat, x, c)
			}
			if mine {
				seen = append(seen, c.String())
			}
		}
	}
	slices.Sort(seen)
	if len(slices.Compact(seen)) != 6 {
		t.Errorf("hands of %v", seen)
	}
}

// All other seats together cannot open a seat's card without its share.
func TestColludersLearnNothing(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 3, nil, 2)
	g.Owed(record.KindMove)
	tb := g.Table()
	x := tb.Position().Status().Hands[0][0]
	m := tb.Hand().Mask(x)
	partial := mask.Open(m, mask.Share(g.Players[1].Hand.Secret, m), mask.Share(g.Players[2].Hand.Secret, m))
	if tb.Hand().Face(partial).Known() {
		t.Error("two of three seats see the third's card")
	}
	whole := mask.Open(m, mask.Share(g.Players[0].Hand.Secret, m), mask.Share(g.Players[1].Hand.Secret, m), mask.Share(g.Players[2].Hand.Secret, m))
	if c := tb.Hand().Face(whole); c != g.Players[0].Own().Of(x) || !c.Known() {
		t.Errorf("all three see %s", c)
	}
}
