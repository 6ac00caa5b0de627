// Package faces knows by which number everybody is drawn whom a device has met. It is the node that
// knows, so all that is drawn for its person is alike: the page, the screen of a room, the report,
// and what its guests see before they have a node of their own.
package faces

import (
	"fmt"
	"hash/fnv"
	"maps"
	"slices"
	"strings"
	"sync"

	"fives/engine/record"
	"fives/p2p/api"
)

// Shapes is the number of shapes, and of colours. Each shape has each colour once.
const Shapes = 8

// Number is how many faces differ.
const Number = Shapes * Shapes

// most is the largest number of people whose faces are remembered. Whoever comes later is drawn as
// their key says, or as the next one that is free.
const most = 1024

// A Store keeps the numbers, by fingerprint.
type Store interface {
	Faces() (map[string]int, error)
	PutFaces(map[string]int) error
}

// Faces are the faces of those whom a device has met. The zero value has met nobody, and keeps
// nothing. Its methods may be called concurrently.
type Faces struct {
	store Store

	mu sync.Mutex
	at map[string]int // by fingerprint
}

// Open reads whom the device has met.
func Open(st Store) (*Faces, error) {
	at, err := st.Faces()
	return &Faces{store: st, at: at}, err
}

// Of returns the numbers of people, in the order of the list. Whoever comes for the first time gets
// the face of their key or, if somebody has it, the next one that nobody has: first in the colours of
// the shapes, then in others. Nobody whose key is unknown is remembered. No two in the list have the
// same number, as long as there are numbers.
func (f *Faces) Of(list []api.Person) ([]int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	numbers, here, fresh := make([]int, len(list)), map[int]bool{}, map[string]int{}
	draw := func(i int, key string) {
		at, met := f.at[key]
		if !met || here[at] {
			at = free(usual(key), here, f.at, fresh)
		}
		if here[at] = true; !met && list[i].Fingerprint != "" && len(f.at)+len(fresh) < most {
			fresh[key] = at
		}
		numbers[i] = at
	}
	var strange []int // of whom only the name is known
	for i, p := range list {
		if p.Fingerprint == "" {
			strange = append(strange, i)
		} else {
			draw(i, p.Fingerprint)
		}
	}
	slices.SortStableFunc(strange, func(a, b int) int {
		return strings.Compare(strings.ToLower(list[a].Name), strings.ToLower(list[b].Name))
	})
	for _, i := range strange {
		draw(i, strings.ToLower(list[i].Name))
	}
	return numbers, f.add(fresh)
}

// OfAll is Of for some lists.
func (f *Faces) OfAll(lists ...[]api.Person) (numbers [][]int, err error) {
	for _, list := range lists {
		at, err := f.Of(list)
		if err != nil {
			return nil, err
		}
		numbers = append(numbers, at)
	}
	return numbers, nil
}

// Adopt takes over what the node says whose guest this one is: it has met everybody of the evening.
func (f *Faces) Adopt(others map[string]int) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	fresh := map[string]int{}
	for key, at := range others {
		digits, ok := record.Digits(key)
		if is, met := f.at[key]; ok && len(digits) == record.FingerprintDigits && at >= 0 && at < Number && (!met && len(f.at)+len(fresh) < most || met && is != at) {
			fresh[key] = at
		}
	}
	return f.add(fresh)
}

// add remembers more faces. The caller has to hold f.mu.
func (f *Faces) add(fresh map[string]int) error {
	if len(fresh) == 0 {
		return nil
	}
	all := maps.Clone(f.at)
	if all == nil {
		all = map[string]int{}
	}
	maps.Copy(all, fresh)
	if f.store != nil {
		if err := f.store.PutFaces(all); err != nil {
			return fmt.Errorf("faces: %w", err)
		}
	}
	f.at = all
	return nil
}

// free returns the next number from a shape on that nobody here has, and nobody who was met.
func free(shape int, here map[int]bool, met ...map[string]int) int {
	taken := map[int]bool{}
	for _, m := range met {
		for _, at := range m {
			taken[at] = true
		}
	}
	for _, avoid := range []map[int]bool{taken, nil} {
		for n := range Number {
			if at := n/Shapes*Shapes + (shape+n)%Shapes; !here[at] && !avoid[at] {
				return at
			}
		}
	}
	return shape
}

// usual returns the shape of a key, or of a name.
func usual(key string) int {
	h := fnv.New32a()
	_, _ = h.Write([]byte(key)) // it never fails
	return int(h.Sum32()>>16) % Shapes
}
