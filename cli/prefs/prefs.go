package prefs

import (
	"maps"
	"time"

	"fives/cli/shown"
)

// A Size is how large cards are drawn.
type Size string

// The sizes. The first is as large as the screen has room for; each of the others is drawn
// smaller where there is not enough room.
const (
	Auto  Size = "auto"
	Small Size = "small"
	Large Size = "large"
	Huge  Size = "huge"
)

// A Notation says how cards are written.
type Notation string

// The notations. The first has the signs of the suits; with the others everything else is in
// ASCII too.
const (
	Suits   Notation = "suits"
	Letters Notation = "letters"
	Braille Notation = "braille"
)

// Written says how to write cards and everything else; letters asks for letters alone by other
// means than the preferences.
func (p Prefs) Written(letters bool) (ascii, braille bool) {
	return letters || p.Notation == Letters || p.Notation == Braille, !letters && p.Notation == Braille
}

// Prefs are preferences. The zero value is what holds without any, except for Pace.
type Prefs struct {
	Sort       map[string]string // name of the order of the hand, by game
	TwoColours bool              // of suits, instead of four
	Notation   Notation          // of cards; "" is Suits
	Pace       time.Duration     // how long a move stays to be seen
	Silent     bool              // no bell
	Cards      Size              // "" is Auto
	Cover      bool              // new tables are proposed with cover
	Evening    shown.Match       // what decides an evening
	Muted      map[string]string // whose chat is not shown: names, by fingerprint

	Unknown []Unknown // keys in the file
	given   map[string]bool
}

// An Unknown is a key that this fives does not know, as a newer one may.
type Unknown struct {
	Line int
	Key  string
}

// Default returns the preferences that hold without a file.
func Default() Prefs {
	pace, _ := time.ParseDuration(shown.SettingOf(shown.SetPace).Default) // a test reads it
	return Prefs{Pace: pace}
}

// With returns the preferences after a change. It does not save them.
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

// Without returns the preferences with the value that a key has when the file lacks it.
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

// own returns a copy of the preferences that may be changed.
func (p Prefs) own() Prefs {
	p.Sort, p.Muted, p.given = copied(p.Sort), copied(p.Muted), copied(p.given)
	return p
}

func copied[V any](m map[string]V) map[string]V {
	all := map[string]V{}
	maps.Copy(all, m)
	return all
}
