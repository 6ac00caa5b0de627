package cli_test

import (
	"errors"
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
