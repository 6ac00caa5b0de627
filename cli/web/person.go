package web

import (
	"cmp"
	"hash/fnv"
	"slices"
	"strings"
	"unicode"

	"fives/cli/say"
	"fives/p2p/api"
)

// A person is the sign of a player: letters in a shape and a colour. No two at one table look
// alike.
//
// The sign follows from the name, because the name is all of a player that reaches every screen.
// A colour that somebody chose would have to travel beside it, and what nodes say of a player
// has no place for one; so nobody chooses a colour. Whoever wants a sign of their own puts it in
// the name: the picture in “Zoe 🦊” stands where others have a letter, on every screen.
type person struct {
	Shape   int
	Colour  int
	Letters string
	Two     bool // they are two letters
	Robot   bool // a robot in place of the letters
}

// shapes is the number of shapes, and of colours.
const shapes = 8

// shift is by how many colours the signs shift each time the shapes begin again.
const shift = 3

// people returns the signs of players, in the order of the list. Players have the shape and the
// colour of their names if these are free; where several names have the same, the first in the
// alphabet gets them and the others the next ones. So the same people look the same on every
// screen, wherever they sit. From the ninth player on the shapes begin again, in other colours.
// Computer players take what people leave.
func people(list []api.Seat) []person {
	names := namesOf(list)
	signs, taken := make([]person, len(list)), map[int]bool{}
	for n, i := range alphabet(list) {
		round, shape := n/shapes, usual(list[i].Name)
		for taken[round*shapes+shape] {
			shape = (shape + 1) % shapes
		}
		taken[round*shapes+shape] = true
		p := person{Shape: shape, Colour: (shape + round*shift) % shapes, Robot: list[i].BotOf != ""}
		if !p.Robot {
			p.Letters, p.Two = letters(list[i].Name, names)
		}
		signs[i] = p
	}
	return signs
}

// usual returns the shape of a name.
func usual(name string) int {
	h := fnv.New32a()
	_, _ = h.Write([]byte(strings.ToLower(name))) // it never fails
	return int(h.Sum32()>>16) % shapes
}

// alphabet returns the order in which players choose, as indices of the list: by name, players of
// the same name by key, and computer players last.
func alphabet(list []api.Seat) []int {
	order := make([]int, len(list))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		a, b := list[i], list[j]
		switch {
		case a.BotOf == "" && b.BotOf != "":
			return -1
		case a.BotOf != "" && b.BotOf == "":
			return 1
		}
		return cmp.Or(cmp.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)), cmp.Compare(a.Fingerprint, b.Fingerprint))
	})
	return order
}

// namesOf returns the names of the people in a list.
func namesOf(list []api.Seat) (names []string) {
	for _, s := range list {
		if s.BotOf == "" {
			names = append(names, s.Name)
		}
	}
	return names
}

// sitting lists who has a seat at an offered table, as far as the offer says.
func sitting(o api.Offer) []api.Seat {
	list := make([]api.Seat, len(o.Taken))
	for i, name := range o.Taken {
		list[i].Name = name
		for _, s := range o.OpenSeats {
			if s.Name == name {
				list[i].BotOf = s.BotOf
			}
		}
	}
	return list
}

// byName returns the signs of people of whom only the names are known.
func byName(names []string) []person {
	list := make([]api.Seat, len(names))
	for i, name := range names {
		list[i].Name = name
	}
	return people(list)
}

// letters returns the picture in a name. Without one it returns the first letter, and the second
// as well if another name begins with the same one.
func letters(name string, all []string) (text string, two bool) {
	if text = pictureIn(name); text != "" {
		return text, false
	}
	first, second := initials(name)
	for _, other := range all {
		if a, b := initials(other); other != name && a == first && b != second && pictureIn(other) == "" {
			return first + second, second != ""
		}
	}
	return first, false
}

// pictureIn returns the first picture in a name, "" if there is none. Of the characters that can
// follow the first one of a picture, names have only colours of skin and second halves of flags
// (record.TypedName removes the others).
func pictureIn(name string) string {
	list := []rune(name)
	i := slices.IndexFunc(list, func(r rune) bool { return unicode.Is(unicode.So, r) })
	if i < 0 {
		return ""
	}
	end := i + 1
	if end < len(list) && (unicode.Is(unicode.Sk, list[end]) || unicode.Is(unicode.Regional_Indicator, list[i]) && unicode.Is(unicode.Regional_Indicator, list[end])) {
		end++
	}
	return string(list[i:end])
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
