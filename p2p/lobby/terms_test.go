package lobby

import (
	"reflect"
	"testing"
	"time"

	"fives/engine/record"
	"fives/engine/table"
	"fives/engine/tabletest"
	"fives/p2p/api"
)

// TestTermsArrive: what is asked for as a term of a table is proposed, is what the table
// goes by, is said of the open table, and stays when the game goes on elsewhere. Each
// complaint names the function that drops one.
func TestTermsArrive(t *testing.T) {
	asked := api.HostRequest{Game: tabletest.Drill.Name, Seats: 2}
	var terms []string
	for f := range reflect.TypeFor[record.HouseRules]().Fields() {
		if v := reflect.ValueOf(&asked).Elem().FieldByName(f.Name); v.IsValid() {
			terms = append(terms, f.Name)
			fill(v)
		} // what is not there is missed by cli's test of terms
	}
	if len(terms) < 3 {
		t.Fatalf("the terms of a table are %q", terms)
	}

	first, second := tabletest.Key(1, 0), tabletest.Key(1, 1)
	find := (&tabletest.Rig{Rules: tabletest.Drill}).Find
	proposal, open, err := signer{Key: first, Name: "ana", Games: find, Now: time.Now}.propose(asked)
	if err != nil {
		t.Fatal(err)
	}
	payload, err := proposal.Open()
	if err != nil {
		t.Fatal(err)
	}
	body, err := record.Decode[record.Proposal](payload)
	if err != nil {
		t.Fatal(err)
	}
	id, _, size, err := table.OpenProposal(proposal, find)
	if err != nil {
		t.Fatal(err)
	}
	var offer api.Offer
	describe(&offer, open, size)
	joins := []record.Record{tabletest.Join(t, first, id, record.Join{Name: "ana"}), tabletest.Join(t, second, id, record.Join{Name: "ben"})}
	seated, err := table.New(proposal, joins, find)
	if err != nil {
		t.Fatal(err)
	}
	next, err := seated.Successor(0, []int{0, 1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	later, err := table.Continue(next, find)
	if err != nil {
		t.Fatal(err)
	}
	for _, term := range terms {
		for _, place := range []struct {
			name string
			has  any
		}{
			{"signer.propose (p2p/lobby/signer.go)", body},
			{"OpenProposal (engine/table/terms.go)", *open},
			{"describe (p2p/lobby/offer.go)", offer},
			{"describe (engine/table/continuation.go)", next},
			{"Continue (engine/table/terms.go)", *later.Terms()},
		} {
			if v := reflect.ValueOf(place.has).FieldByName(term); !v.IsValid() || v.IsZero() {
				t.Errorf("%s drops the term %s", place.name, term)
				break // so do those that follow
			}
		}
	}
}

// fill gives a truth, number or text a value that is not zero.
func fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(true)
	case reflect.String:
		v.SetString("some")
	default:
		v.SetInt(60)
	}
}
