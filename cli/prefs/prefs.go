package prefs

import (
	"maps"
	"time"

	"fives/cli/shown"
)

// A Size is how large cards are drawn.
type Size string

// The sizes. The first is as large as the screen has room for; the others are drawn
// smaller where there is none.
const (
	Auto  Size = "auto"
	Small Size = "small"
	Large Size = "large"
	Huge  Size = "huge"
)

// A Notation is how cards are written.
type Notation string

// The notations. But for the first, which has the signs of the suits, everything else is in
// ASCII.
const (
	Suits   Notation = "suits"
	Letters Notation = "letters"
	Braille Notation = "braille"
)

// Written says how cards are written, and all else, where letters alone may be wanted by
// other means.
func (p Prefs) Written(letters bool) (ascii, braille bool) {
	return letters || p.Notation == Letters || p.Notation == Braille, !letters && p.Notation == Braille
}

// Prefs are preferences. The zero value is what holds without any, but for Pace.
type Prefs struct {
	Sort       map[string]string // name of the order of the hand, by game
	TwoColours bool              // of suits, instead of four
	Notation   Notation          // of cards; "" is Suits
	Pace       time.Duration     // how long a move is to be seen
	Silent     bool              // no bell
	Cards      Size              // "" is Auto
	Cover      bool              // new tables are proposed with cover
	Evening    shown.Match       // by which an evening is decided
	Muted      map[string]string // whose chat is not shown: names, by fingerprint

	Unknown []Unknown // of the file
	given   map[string]bool
}

// An Unknown is a key that this fives does not know, as a newer one may.
type Unknown struct {
	Line int
	Key  string
}

// Default are the preferences without a file.
func Default() Prefs { return Prefs{Pace: 600 * time.Millisecond} }

// With are the preferences after a change. It is not written down.
func (p Prefs) With(key, value string) (Prefs, error) {
	s, err := find(key)
	if err != nil {
		return p, err
	}
	next := p.own()
	next.given[key] = true
	if err := s.read(&next, value); err != nil {
		return p, err
	}
	return next, nil
}

// Without are the preferences with what a key means where it is not in the file.
func (p Prefs) Without(key string) (Prefs, error) {
	s, err := find(key)
	if err != nil {
		return p, err
	}
	next := p.own()
	delete(next.given, key)
	s.drop(&next)
	return next, nil
}

// own are the same preferences, to be changed.
func (p Prefs) own() Prefs {
	p.Sort, p.Muted, p.given = copied(p.Sort), copied(p.Muted), copied(p.given)
	return p
}

func copied[V any](m map[string]V) map[string]V {
	all := map[string]V{}
	maps.Copy(all, m)
	return all
}
