package peers

import (
	"slices"
	"testing"

	"fives/engine/record"
	"fives/engine/table"
	"fives/p2p/api"
)

// noStore keeps nothing.
type noStore struct{}

func (noStore) Names() (map[string][]record.Key, error) { return map[string][]record.Key{}, nil }
func (noStore) AddKey(string, record.Key, int) error    { return nil }

// Every reason to doubt somebody is a code with the key that is new and the name
// that somebody else is known by; it has a name only where several are warned of.
func TestDoubts(t *testing.T) {
	self, ben, eve := record.Key{1}, record.Key{2}, record.Key{3}
	b, err := OpenBook(noStore{}, "ana", self)
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Trust("ben", ben); err != nil {
		t.Fatal(err)
	}
	print := record.Fingerprint(eve)
	for _, tt := range []struct {
		name string
		key  record.Key
		want api.Warning
	}{
		{"ben", ben, api.Warning{}},
		{"zoe", eve, api.Warning{}},
		{"ana", eve, api.Warning{Code: api.WarnOwnName, Known: "ana", Fingerprint: print}},
		{"ben", eve, api.Warning{Code: api.WarnNewKey, Known: "ben", Fingerprint: print}},
		{"b\u0435n", eve, api.Warning{Code: api.WarnLikeKnown, Known: "ben", Fingerprint: print}},
	} {
		if got := b.Doubt(tt.name, tt.key); got != tt.want {
			t.Errorf("%q: %+v, want %+v", tt.name, got, tt.want)
		}
	}
	got := b.Warnings([]table.Seat{{Name: "zoe", Key: record.Key{4}}, {Name: "ben", Key: ben}, {Name: "z\u043ee", Key: eve}})
	if want := []api.Warning{{Code: api.WarnLikeAnother, Name: "z\u043ee", Known: "zoe", Fingerprint: print}}; !slices.Equal(got, want) {
		t.Errorf("at one table: %+v, want %+v", got, want)
	}
}
