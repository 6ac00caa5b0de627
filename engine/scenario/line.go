package scenario

import (
	"maps"
	"slices"

	"fives/engine/bare"
	"fives/engine/card"
	"fives/engine/rules"
)

// lineKeys are the keys that an output line may have, in their order.
var lineKeys = []string{"step", "seat", "move", "ok", "error", "faults", "settled", "state"}

// A Line is one line of output. Step 0 is the opening line.
type Line struct {
	Step    int
	Seat    string
	Move    string
	OK      bool
	Error   string // why the move is illegal
	Faults  []Fault
	Settled any // nil unless a hand ended
	State   any
}

// Legal lists the legal moves of the state, if the run included them.
func (l Line) Legal() []string {
	state, _ := l.State.(object)
	v, _ := state.get("legal")
	moves, _ := v.([]string)
	return moves
}

// A Fault is a move that broke a rule about hidden cards.
type Fault struct {
	Seat string `json:"seat"`
	Hand int    `json:"hand"`
	Rule string `json:"rule"`
	Move int    `json:"move"` // step of the illegal move
}

// MarshalJSON writes the keys in the order of the format.
func (l Line) MarshalJSON() ([]byte, error) { return l.object().MarshalJSON() }

func (l Line) object() object {
	if l.Step == 0 {
		return object{{"step", 0}, {"state", l.State}}
	}
	o := object{{"step", l.Step}, {"seat", l.Seat}, {"move", l.Move}, {"ok", l.OK}}
	if l.Error != "" {
		o = append(o, member{"error", l.Error})
	}
	o = append(o, member{"faults", orEmpty(l.Faults)})
	if l.Settled != nil {
		o = append(o, member{"settled", l.Settled})
	}
	return append(o, member{"state", l.State})
}

// A stateWriter writes the state of a running game with its players' names.
type stateWriter struct {
	game  *bare.Game
	names []string
	legal bool // list the legal moves too
}

func (t *stateWriter) state() object {
	p := t.game.Position()
	state := rules.State(p, t.names, t.game.Full())
	if t.legal {
		state["legal"] = t.moves(p.Status().Turn)
	}
	return ordered(state)
}

// stateKeys are the keys of a state that all games have, in their order.
var stateKeys = []string{"hand", "turn", "hands", "stock", "scores", "active", "winners", "legal"}

// ordered puts the game's own keys, sorted, after the common ones.
func ordered(state map[string]any) object {
	var o object
	for _, key := range stateKeys {
		if v, ok := state[key]; ok {
			o = append(o, member{key, v})
		}
	}
	for _, key := range slices.Sorted(maps.Keys(state)) {
		if !slices.Contains(stateKeys, key) {
			o = append(o, member{key, state[key]})
		}
	}
	return o
}

func (t *stateWriter) moves(turn int) []string {
	if turn == rules.None {
		return []string{}
	}
	return orEmpty(t.game.Position().Moves(turn, t.game.Observation(turn)))
}

// hands writes hands by name; in a game without hands, an empty object.
func (t *stateWriter) hands(hands [][]card.Card) object {
	if hands == nil {
		return object{}
	}
	return byName(t.names, hands)
}

func (t *stateWriter) settled(e bare.Ended) object {
	o := object{
		{"hand", e.Hand},
		{"hands", t.hands(e.Looks)},
		{"points", byName(t.names, e.Points())},
		{"scores", byName(t.names, e.Scores)},
	}
	if e.Laid != nil {
		o = append(o, member{"laid", byName(t.names, laid(e.Laid))})
	}
	return o
}

// laid replaces nil by empty lists, so that JSON has no null.
func laid(melds [][][]card.Card) [][][]card.Card {
	all := make([][][]card.Card, len(melds))
	for seat := range melds {
		all[seat] = orEmpty(melds[seat])
	}
	return all
}

func (t *stateWriter) faults(e bare.Ended) []Fault {
	var faults []Fault
	for _, b := range e.Violations {
		faults = append(faults, Fault{Seat: t.names[b.Seat], Hand: e.Hand, Rule: b.Rule, Move: b.At})
	}
	slices.SortStableFunc(faults, func(a, b Fault) int { return a.Move - b.Move })
	return faults
}

func byName[T any](names []string, values []T) object {
	o := make(object, len(names))
	for seat, name := range names {
		o[seat] = member{name, values[seat]}
	}
	return o
}

func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
