package shown

import (
	"hash/fnv"
	"slices"
	"strings"
	"sync"
	"unicode"

	"fives/cli/say"
	"fives/p2p/api"
)

// A Sign is how a player is drawn: letters in a shape and a colour.
//
// The sign follows from the player's key, and stays: whoever a device has met keeps it there, in
// whatever company. Nobody chooses a sign, because what nodes say of a player has no place for one.
// Whoever wants one of their own puts it in the name: the picture in “Zoe 🦊” stands where others
// have a letter, on every screen.
type Sign struct {
	Shape   int
	Colour  int
	Letters string
	Two     bool // they are two letters
	Robot   bool // a robot, which has no shape and no colour
}

// Shapes is the number of shapes, and of colours.
const Shapes = 8

// shift is by how many colours the signs shift each time the shapes begin again.
const shift = 3

// Faces are the signs of those whom a device has met. The zero value has met nobody. Its methods may
// be called concurrently.
type Faces struct {
	mu     sync.Mutex
	places map[string]int    // by fingerprint
	keys   map[string]string // the fingerprint of whoever was met last under a name
}

// mostFaces is the largest number of people whose signs are remembered.
const mostFaces = 1024

// Of returns the signs of players, in the order of the list. Whoever comes for the first time gets
// the shape of their key or, if somebody has it, the next one that nobody has; when all are taken,
// they begin again in other colours. Of players of whom only the name is known, it counts who was met
// under that name. No two in the list look alike, as long as there are signs.
func (f *Faces) Of(list []api.Seat) []Sign {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.places == nil {
		f.places, f.keys = map[string]int{}, map[string]string{}
	}
	names, signs, here := namesOf(list), make([]Sign, len(list)), map[int]bool{}
	place := func(i int, key string, known bool) {
		at, met := f.places[key]
		if !known || !met || here[at] {
			at = free(usual(key), here, f.places)
		}
		here[at] = true
		if known && !met && len(f.places) < mostFaces {
			f.places[key] = at
		}
		round, shape := at/Shapes, at%Shapes
		signs[i] = Sign{Shape: shape, Colour: (shape + round*shift) % Shapes}
		signs[i].Letters, signs[i].Two = letters(list[i].Name, names)
	}
	var strange []int // of whom only the name is known
	for i, s := range list {
		name := strings.ToLower(s.Name)
		switch {
		case s.BotOf != "":
			signs[i].Robot = true
		case s.Fingerprint != "":
			if len(f.keys) < mostFaces {
				f.keys[name] = s.Fingerprint
			}
			place(i, s.Fingerprint, true)
		case f.keys[name] != "":
			place(i, f.keys[name], true)
		default:
			strange = append(strange, i)
		}
	}
	slices.SortStableFunc(strange, func(a, b int) int {
		return strings.Compare(strings.ToLower(list[a].Name), strings.ToLower(list[b].Name))
	})
	for _, i := range strange {
		place(i, strings.ToLower(list[i].Name), false)
	}
	return signs
}

// free returns the next place from a shape on that nobody here has, and nobody who was met.
func free(shape int, here map[int]bool, met map[string]int) int {
	taken := map[int]bool{}
	for _, at := range met {
		taken[at] = true
	}
	for _, avoid := range []map[int]bool{taken, nil} {
		for n := range Shapes * Shapes {
			if at := n/Shapes*Shapes + (shape+n)%Shapes; !here[at] && !avoid[at] {
				return at
			}
		}
	}
	return len(here)
}

// usual returns the shape of a key, or of a name.
func usual(key string) int {
	h := fnv.New32a()
	_, _ = h.Write([]byte(key)) // it never fails
	return int(h.Sum32()>>16) % Shapes
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
