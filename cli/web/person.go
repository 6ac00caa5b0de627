package web

import (
	"strings"
	"unicode"

	"fives/cli/say"
	"fives/p2p/api"
)

// A person is the sign of a player, the same on every screen: letters in a shape and a colour.
// No two at one table look alike.
type person struct {
	Shape   int
	Colour  int
	Letters string
	Robot   bool // a robot in place of the letters
}

// shapes is the number of shapes, and of colours.
const shapes = 8

// shift is by how many colours the signs shift each time the shapes begin again.
const shift = 3

// personAt returns the sign of a seat.
func personAt(seat int, letters string, robot bool) person {
	return person{Shape: seat % shapes, Colour: (seat + seat/shapes*shift) % shapes, Letters: letters, Robot: robot}
}

// people returns the signs of a table's players, by seat.
func people(seats []api.Seat) []person {
	names := make([]string, len(seats))
	for i, s := range seats {
		if s.BotOf == "" {
			names[i] = s.Name
		}
	}
	list := byName(names)
	for i, s := range seats {
		list[i].Robot = s.BotOf != ""
	}
	return list
}

// byName returns the signs of people of whom only the names are known, in the order of their
// seats.
func byName(names []string) []person {
	list := make([]person, len(names))
	for i, name := range names {
		list[i] = personAt(i, letters(name, names), false)
	}
	return list
}

// letters returns the first letter of a name, and the second as well if another name begins
// with the same one.
func letters(name string, all []string) string {
	first, second := initials(name)
	for _, other := range all {
		if a, b := initials(other); other != name && a == first && b != second {
			return first + second
		}
	}
	return first
}

// initials returns the first two letters of a name.
func initials(name string) (first, second string) {
	var list []rune
	for _, r := range say.Name(name) {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			list = append(list, r)
		}
	}
	switch len(list) {
	case 0:
		return "?", ""
	case 1:
		return strings.ToUpper(string(list[0])), ""
	}
	return strings.ToUpper(string(list[0])), strings.ToLower(string(list[1]))
}
