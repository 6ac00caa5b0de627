package entry

import (
	"bytes"
	"slices"

	"fives/engine/record"
)

// A Door is what a newcomer may know about a running table at which it can ask for a seat
// (PROTOCOL §4.8).
type Door struct {
	ID      record.Hash    `cbor:"id"`
	Game    string         `cbor:"game"`
	Options map[string]any `cbor:"options"`
	record.HouseRules
	Hands int        `cbor:"hands,omitempty"` // settled so far
	Seats []DoorSeat `cbor:"seats"`           // in table order
	// Before lists the earlier tables of the game, the newest first, as far as the keeper
	// knows. It is told at the door, but in no list of tables.
	Before []record.Hash `cbor:"before,omitempty"`
}

// A DoorSeat is a seat of a running table, as a newcomer sees it.
type DoorSeat struct {
	Name   string     `cbor:"name"`
	BotOf  string     `cbor:"bot-of,omitempty"` // whose computer player has it
	Node   record.Key `cbor:"node"`             // of who has it
	Score  int        `cbor:"score,omitempty"`
	Away   bool       `cbor:"away,omitempty"`
	Left   bool       `cbor:"left,omitempty"`
	ForYou bool       `cbor:"for-you,omitempty"` // who has it hands it to the node that is told
	Taken  bool       `cbor:"taken,omitempty"`   // it cannot be asked for
}

// A Wish is what a newcomer asks for at a door: to sit in a seat under a name.
type Wish struct {
	Seat uint64 `cbor:"seat"`
	Name string `cbor:"name"`
	Now  bool   `cbor:"now,omitempty"` // at once, giving up the running hand
}

// DoorNews says how a wish stands.
type DoorNews struct {
	Agreed  []string     `cbor:"agreed,omitempty"`  // names of people who have agreed,
	Waits   []string     `cbor:"waits,omitempty"`   // and of those who have yet to
	Begun   bool         `cbor:"begun,omitempty"`   // the newcomer plays
	Refused string       `cbor:"refused,omitempty"` // why it does not get the seat
	Moved   *record.Hash `cbor:"moved,omitempty"`   // the table goes on as this one, without it,
	Seat    int          `cbor:"seat,omitempty"`    // where the seat has this number
	// Door is the table's door as it is by now, if it has changed. The table does not say
	// that: the keeper of the door adds it.
	Door *Door `cbor:"door,omitempty"`
}

// Last reports whether no news follows.
func (n DoorNews) Last() bool { return n.Begun || n.Refused != "" || n.Moved != nil }

// Full reports whether the table has no seat to give.
func (d *Door) Full() bool {
	return !slices.ContainsFunc(d.Seats, func(s DoorSeat) bool { return !s.Taken })
}

// Names lists the labels of the players.
func (d *Door) Names() (names []string) {
	for _, s := range d.Seats {
		names = append(names, s.Name)
	}
	return names
}

// Nodes lists the nodes of the seats, each once.
func (d *Door) Nodes() (nodes []record.Key) {
	for _, s := range d.Seats {
		if !slices.Contains(nodes, s.Node) {
			nodes = append(nodes, s.Node)
		}
	}
	return nodes
}

// Same reports whether two doors say the same.
func (d *Door) Same(e *Door) bool {
	here, err := record.Marshal(d)
	if err != nil {
		return false
	}
	there, err := record.Marshal(e)
	return err == nil && bytes.Equal(here, there)
}

// SameTerms reports whether two doors are of tables with the same terms.
func (d *Door) SameTerms(e *Door) bool { return d.Fits(e.terms()) }

// Fits reports whether a continuation has the terms of the table behind the door. Their
// encodings are compared, because options from another node can be of any type.
func (d *Door) Fits(c record.Continuation) bool {
	here, err := record.Marshal(d.terms())
	if err != nil {
		return false
	}
	there, err := record.Marshal(record.Continuation{Game: c.Game, Options: c.Options, HouseRules: c.HouseRules})
	return err == nil && bytes.Equal(here, there)
}

// terms are what a continuation of the table says of them.
func (d *Door) terms() record.Continuation {
	return record.Continuation{Game: d.Game, Options: d.Options, HouseRules: d.HouseRules}
}
