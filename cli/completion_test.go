package cli_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"fives/engine/rules"
	"fives/p2p/api"
	"fives/p2p/control"
)

// A sorter is a daemon with several tables, so that one has to be named.
type sorter struct{ control.Daemon }

func (sorter) Status() api.Status { return api.Status{API: api.Newest} }

func (sorter) Table(id string) (api.Table, error) {
	if id != "3f9a" {
		return api.Table{}, errors.New("several tables")
	}
	return api.Table{View: &rules.View{Zones: []rules.Zone{{Orders: []rules.Order{{Name: "suit"}}}}}}, nil
}

// A linked is a daemon that keeps links to friends elsewhere.
type linked struct{ control.Daemon }

func (linked) Status() api.Status {
	return api.Status{API: api.Newest, Links: []api.FarLink{
		{Name: "ana", Fingerprint: "0635-c302", Address: "1.2.3.2:45354"}, {Fingerprint: "41a0-77b2", Address: "ben.example.org:45354"},
	}}
}

// TestCompletionOfLinks: who can be forgotten is offered, by the name or else the fingerprint.
func TestCompletionOfLinks(t *testing.T) {
	home := serve(t, linked{})
	const ana, other = "ana\t1.2.3.2:45354\n", "41a0-77b2\tben.example.org:45354\n"
	for word, want := range map[string]string{"": ana + other, "a": ana, "4": other, "ana maria": ""} {
		if _, out, said := run(t, "__complete", "--", "connect", "--home", home, "--forget", word); out != want {
			t.Errorf("%q: %q %q", word, out, said)
		}
	}
}

// A crowd is a daemon with two tables, so that none is meant by itself, and another one that is full.
type crowd struct{ control.Daemon }

const (
	fiveID  = "1cb3d455000000000000000000000000000000000000000000000000000000aa"
	acesID  = "281c5187000000000000000000000000000000000000000000000000000000aa"
	thereID = "6accf362000000000000000000000000000000000000000000000000000000aa"
)

func (crowd) Status() api.Status { return api.Status{API: api.Newest} }

func (crowd) Table(id string) (api.Table, error) {
	return api.Table{}, api.Fail(api.ReasonManyTables, api.Data{Candidates: []string{fiveID, acesID}})
}

func (crowd) Join(_ context.Context, r api.JoinRequest) (api.Offer, error) {
	if r.Table == "gone" {
		return api.Offer{}, api.Fail(api.ReasonTableFull, api.Data{Candidates: []string{thereID, "77aa"}})
	}
	return api.Offer{}, api.Fail(api.ReasonTableFull, api.Data{Candidates: []string{fiveID, thereID}})
}

func (crowd) Tables(context.Context) api.Tables {
	return api.Tables{
		Open: []api.Offer{{ID: thereID, Game: "five-crowns", Taken: []string{"zoe"}, Running: true}},
		Mine: []api.Summary{
			{ID: fiveID, Game: "five", Seats: []api.Seat{{Name: "ana", You: true}, {Name: "ben"}, {Name: "cleo"}}, Phase: api.PhasePlaying},
			{ID: acesID, Game: "all-fives", Seats: []api.Seat{{Name: "ana"}, {Name: "it is your turn"}}, Seat: -1},
		},
	}
}

// TestTablesAreNamed: people choose among games and names; the ID, which they type, stands behind. Only
// what nobody can describe is an ID alone.
func TestTablesAreNamed(t *testing.T) {
	home := serve(t, crowd{})
	for line, want := range map[string]string{
		"show":      `hint: name one of: Five with ben and cleo (1cb3d455), All Fives with ana and "it is your turn" (281c5187)` + "\n",
		"join":      "error: all tables are full: Five with ben and cleo (1cb3d455), Five Crowns with zoe (6accf362)\n",
		"join gone": "error: all tables are full: 6accf362, 77aa\n",
	} {
		if _, _, said := run(t, append(strings.Fields(line), "--home", home)...); !strings.Contains(said, want) {
			t.Errorf("%s: %q, not %q", line, said, want)
		}
	}
}

// TestCompletionOfATablesOrders: an argument before the word that is completed may name the
// table, as well as its flag.
func TestCompletionOfATablesOrders(t *testing.T) {
	home := serve(t, sorter{})
	for _, named := range [][]string{{"3f9a"}} {
		args := append([]string{"__complete", "--", "show", "--home", home}, named...)
		if _, out, said := run(t, append(args, "--sort", "")...); out != "suit\n" {
			t.Errorf("%q: %q %q", named, out, said)
		}
	}
}
