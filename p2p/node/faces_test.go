package node

import (
	"context"
	"encoding/json"
	"testing"

	"fives/engine/record"
	"fives/p2p/api"
)

// TestFacesForPages: a page is told by which numbers this node draws everybody, whoever of them was met
// first, and a guest that has adopted them draws people alike. Who is known only by name at another
// node's table is the one who is here under that name.
func TestFacesForPages(t *testing.T) {
	ana := startNode(t, "ana")
	invite(t, ana)
	ben := startNode(t, "ben", addr(ana))
	eventually(t, "they are connected", func() bool { return ana.Status().Peers == 1 && len(ben.Peers()) == 1 })
	if _, err := ben.Host(context.Background(), api.HostRequest{Game: "five", Seats: 4}); err != nil {
		t.Fatal(err)
	}
	var told struct{ Faces map[string]int }
	eventually(t, "the page is told of both", func() bool {
		text, _ := fetch(t, ana, "/nodes.json")
		if err := json.Unmarshal([]byte(text), &told); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		return len(told.Faces) == 2
	})
	prints := []string{record.Fingerprint(ana.self), record.Fingerprint(ben.self)}
	all, err := ana.Faces([]api.Person{{Fingerprint: prints[1]}}, []api.Person{{Fingerprint: prints[0]}, {Name: "Ben"}})
	if err != nil || len(all) != 2 || all[0][0] != all[1][1] {
		t.Fatalf("%v, %v", all, err)
	}
	if own := all[1]; own[0] != told.Faces[prints[0]] || own[1] != told.Faces[prints[1]] || own[0] == own[1] {
		t.Errorf("%v, %v; a page is told %v", own, err, told.Faces)
	}
	carl := startNode(t, "carl")
	if err := carl.Adopt(map[string]int{prints[0]: 41, prints[1]: 17}); err != nil {
		t.Fatal(err)
	}
	if got, err := carl.Faces([]api.Person{{Fingerprint: prints[1]}, {Fingerprint: prints[0]}}); err != nil || got[0][0] != 17 || got[0][1] != 41 {
		t.Errorf("%v, %v", got, err)
	}
}
