package store

import (
	"errors"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"fives/engine/record"
	"fives/p2p/far"
)

// TestLinks: links and the far invitation are there again after a restart, each node has one link, and
// they are few.
func TestLinks(t *testing.T) {
	path := filepath.Join(t.TempDir(), "fives.db")
	create(t, path, 1)
	s := open(t, path)
	to := func(node byte, host string) Link {
		return Link{To: far.Link{Host: host, Port: 45354, Node: record.Key{node}, Secret: far.Secret{15: node}}, Name: "ana", Since: 17}
	}
	for i := range MaxLinks {
		if err := s.PutLink(to(byte(i), "1.2.3.2")); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.PutLink(to(MaxLinks, "1.2.3.2")); !errors.Is(err, ErrManyLinks) {
		t.Errorf("one more: %v", err)
	}
	other := to(3, "ana.example.org")
	other.Refused, other.Came = true, 18
	if err := errors.Join(s.PutLink(other), s.DropLink(record.Key{5})); err != nil {
		t.Errorf("in place of one: %v", err)
	}
	invitation := Far{On: true, Host: "1.2.3.2", Port: 1, Door: 45354, Mapped: true, Secret: far.Secret{7}, Old: []far.Knock{{8}, {9}}, Since: 17, Came: 18, Who: record.Key{3},
		Stays: []Stay{{Node: record.Key{4}, Secret: far.Secret{5}, Tables: []record.Hash{{6}, {7}}}, {Node: record.Key{5}, Secret: far.Secret{5}, Until: 19}}}
	if err := s.SetFar(invitation); err != nil {
		t.Fatal(err)
	}
	s.Close()
	s = open(t, path)
	var want []Link
	for i := range byte(MaxLinks) {
		switch i {
		case 3:
			want = append(want, other)
		case 5:
		default:
			want = append(want, to(i, "1.2.3.2"))
		}
	}
	if got, err := s.Links(); err != nil || !slices.Equal(got, want) {
		t.Errorf("%+v, %v", got, err)
	}
	if got, err := s.Far(); err != nil || !reflect.DeepEqual(got, invitation) {
		t.Errorf("%+v, %v", got, err)
	}
}
