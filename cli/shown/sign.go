package shown

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"fives/cli/say"
	"fives/p2p/api"
	"fives/p2p/faces"
)

// A Sign is how a player is drawn: letters in a shape and a colour.
//
// Shape and colour follow from the number of the player's face, which the node knows (package faces).
// They go with the key, and stay. Nobody chooses a sign, because what nodes say of a player has no
// place for one. Whoever wants one of their own puts it in the name: the picture in “Zoe 🦊” stands
// where others have a letter, on every screen.
type Sign struct {
	Shape   int
	Colour  int
	Letters string
	Two     bool // they are two letters
	Robot   bool // a robot, which has no shape and no colour
}

// shift is by how many colours the signs shift each time the shapes begin again.
const shift = 3

// Numbers asks for the numbers of people's faces.
type Numbers func([]api.Person) ([]int, error)

// NumbersFrom asks a daemon.
func NumbersFrom(ctx context.Context, c interface {
	Faces(ctx context.Context, lists ...[]api.Person) ([][]int, error)
}) Numbers {
	return func(people []api.Person) ([]int, error) {
		numbers, err := c.Faces(ctx, people)
		if err != nil {
			return nil, err
		}
		return numbers[0], nil
	}
}

// PeopleIn lists the people among players.
func PeopleIn(list []api.Seat) (people []api.Person) {
	for _, s := range list {
		if s.BotOf == "" {
			people = append(people, api.Person{Name: s.Name, Fingerprint: s.Fingerprint})
		}
	}
	return people
}

// SignsOf returns the signs of players, in the order of the list. Without an answer from numbers, or
// with a nil one, they are drawn as by somebody who has never met any of them.
func SignsOf(list []api.Seat, numbers Numbers) []Sign {
	people := PeopleIn(list)
	strangers := new(faces.Faces).Of
	if numbers == nil || len(people) == 0 {
		numbers = strangers
	}
	at, err := numbers(people)
	if err != nil {
		at, _ = strangers(people) // they are not stored, so this cannot fail
	}
	names, signs := namesOf(list), make([]Sign, len(list))
	for i, s := range list {
		if s.BotOf != "" {
			signs[i].Robot = true
			continue
		}
		round, shape := at[0]/faces.Shapes, at[0]%faces.Shapes
		at = at[1:]
		signs[i] = Sign{Shape: shape, Colour: (shape + round*shift) % faces.Shapes}
		signs[i].Letters, signs[i].Two = letters(s.Name, names)
	}
	return signs
}

// Class is the class of a sign in a page (look.css).
func (s Sign) Class() string {
	if s.Robot {
		return "bot"
	}
	class := fmt.Sprint("p", s.Shape)
	if s.Shape != s.Colour {
		class += fmt.Sprint(" hue", s.Colour)
	}
	if s.Two {
		class += " two"
	}
	return class
}

// Sitting lists who has a seat at an offered table, as far as the offer says.
func Sitting(o api.Offer) []api.Seat {
	list := make([]api.Seat, len(o.Taken))
	for i, name := range o.Taken {
		list[i].Name = name
		if i < len(o.Fingerprints) {
			list[i].Fingerprint = o.Fingerprints[i]
		}
		if i > 0 && i <= o.Bots {
			list[i].BotOf = o.Taken[0]
		}
		for _, s := range o.OpenSeats {
			if s.Name == name {
				list[i].BotOf = s.BotOf
			}
		}
	}
	return list
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
