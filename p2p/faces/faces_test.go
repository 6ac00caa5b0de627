package faces

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"testing"

	"fives/engine/record"
	"fives/p2p/api"
)

// A shelf is a Store in memory.
type shelf struct {
	at   map[string]int
	full error
}

func (s *shelf) Faces() (map[string]int, error) { return maps.Clone(s.at), nil }
func (s *shelf) PutFaces(at map[string]int) error {
	if s.full == nil {
		s.at = maps.Clone(at)
	}
	return s.full
}

// people have keys; without one, who is meant is only a name.
func people(keys ...string) (list []api.Person) {
	for _, k := range keys {
		list = append(list, api.Person{Name: "of " + k, Fingerprint: k})
	}
	return list
}

// keys returns keys of a shape, which collide.
func keys(shape, n int) (list []string) {
	for i := 0; len(list) < n; i++ {
		if k := record.Fingerprint(record.Key{byte(i), byte(i >> 8), 1}); usual(k) == shape {
			list = append(list, k)
		}
	}
	return list
}

func of(t *testing.T, f *Faces, list []api.Person) []int {
	t.Helper()
	numbers, err := f.Of(list)
	if err != nil {
		t.Fatal(err)
	}
	return numbers
}

// TestFacesStay: who is met first has the face of their key, the others the next one that nobody has;
// after 8 the shapes begin again. They keep it in whatever company and order, and when the device
// starts again.
func TestFacesStay(t *testing.T) {
	s := &shelf{}
	f, err := Open(s)
	if err != nil {
		t.Fatal(err)
	}
	k := keys(6, 10)
	if got := of(t, f, people(k[1])); !slices.Equal(got, []int{6}) {
		t.Fatalf("the first one: %v", got)
	}
	if got := of(t, f, people(k[0], k[1], k[2])); !slices.Equal(got, []int{7, 6, 0}) {
		t.Fatalf("two more: %v", got)
	}
	if got := of(t, f, people(k[3:]...)); !slices.Equal(got, []int{1, 2, 3, 4, 5, 8 + 6, 8 + 7}) {
		t.Fatalf("seven more: %v", got)
	}
	if f, err = Open(s); err != nil {
		t.Fatal(err)
	}
	if got := of(t, f, people(k[9], k[2], k[0])); !slices.Equal(got, []int{8 + 7, 0, 7}) {
		t.Errorf("after a restart, in another order: %v", got)
	}
	if got := of(t, f, append(people(k[0]), api.Person{Name: "nobody"}, api.Person{Name: "Else"})); got[0] != 7 || got[1] == got[2] || len(s.at) != 10 {
		t.Errorf("names without keys: %v, and %d are remembered", got, len(s.at))
	}
}

// TestFacesOfMany: all 64 differ, those in one list always; beyond that some look alike.
func TestFacesOfMany(t *testing.T) {
	f := new(Faces)
	seen := map[int]bool{}
	var all []string
	for i := range most + 10 {
		k := fmt.Sprint("key ", i)
		all = append(all, k)
		seen[of(t, f, people(k))[0]] = true
		if i == Number-1 && len(seen) != Number {
			t.Fatalf("%d of %d differ", len(seen), Number)
		}
	}
	if len(f.at) != most || len(seen) != Number {
		t.Errorf("%d are remembered, with %d faces", len(f.at), len(seen))
	}
	late := of(t, f, people(all[most-9:]...))
	slices.Sort(late)
	if len(slices.Compact(late)) != 19 {
		t.Errorf("19 at a table look like %d", len(slices.Compact(late)))
	}
}

// TestAdopt: a guest draws people as the node that invites does, whomever it has met itself. What is
// no fingerprint or no face is left out.
func TestAdopt(t *testing.T) {
	s := &shelf{}
	f, err := Open(s)
	if err != nil {
		t.Fatal(err)
	}
	k := keys(2, 3)
	of(t, f, people(k[0], k[1])) // 2 and 3
	if err := f.Adopt(map[string]int{k[0]: 4, k[2]: 2, "x": 5, keys(3, 1)[0]: Number, keys(4, 1)[0]: -1}); err != nil {
		t.Fatal(err)
	}
	if got := of(t, f, people(k...)); !slices.Equal(got, []int{4, 3, 2}) || len(s.at) != 3 {
		t.Errorf("%v; %v are remembered", got, s.at)
	}
}

// A face that cannot be stored is said, and is not remembered: after a restart it might be another.
func TestFacesOnAFullDisk(t *testing.T) {
	s := &shelf{full: errors.New("the disk is full")}
	f, _ := Open(s)
	if _, err := f.Of(people("a")); !errors.Is(err, s.full) || len(f.at) != 0 {
		t.Errorf("%v, and %v", err, f.at)
	}
}
