package control_test

import (
	"context"
	"reflect"
	"slices"
	"testing"

	"fives/engine/games/five"
	"fives/engine/record"
	"fives/engine/tabletest"
	"fives/p2p/api"
	"fives/p2p/control"
)

// A keeper is a daemon with the logs of some tables, and nothing of others.
type keeper struct {
	control.Daemon
	logs   map[string][]record.Record
	before []string
}

func (k *keeper) Before(string) (api.Before, error) {
	return api.Before{Tables: k.before, Ask: []string{"ana"}}, nil
}

func (k *keeper) Log(table string) ([]record.Record, error) {
	if log, ok := k.logs[table]; ok {
		return log, nil
	}
	return nil, api.Fail(api.ReasonNoTable, api.Data{Name: table})
}

// The logs of a game are those of its tables up to the given one, as far as the daemon has them; a rematch is another game.
func TestGame(t *testing.T) {
	k := &keeper{logs: map[string][]record.Record{}}
	c := control.Within(k)
	var ids []string
	for _, g := range tabletest.Handed(t, five.Rules, map[string]any{"limit": 80}, 2) {
		id := g.Table().ID().String()
		ids, k.logs[id] = append(ids, id), g.Table().Log()
	}
	game := func(table string, want ...string) []control.Gap {
		t.Helper()
		g, err := c.Game(context.Background(), table)
		logs := g.Logs
		if err != nil || len(logs) != len(want) {
			t.Fatalf("%d logs (%v), not %d", len(logs), err, len(want))
		}
		if n := len(g.Gaps); n > 0 && len(g.Unbroken()) != len(logs)-g.Gaps[n-1].At {
			t.Errorf("%d logs are behind the last gap", len(g.Unbroken()))
		}
		for i, id := range want {
			if len(logs[i]) != len(k.logs[id]) || !slices.EqualFunc(logs[i], k.logs[id], record.Record.Same) {
				t.Errorf("log %d is another one than that of table %.8s", i, id)
			}
		}
		return g.Gaps
	}
	game(ids[0], ids[0])
	game(ids[2], ids[:3]...)
	game(ids[3], ids...)
	last := k.logs[ids[1]]
	k.logs[ids[0]] = last // a daemon that answers with another log is asked no more for ever
	game(ids[1], ids[1], ids[1])
	first, other := k.logs[ids[0]], tabletest.New(t, five.Rules, 3, map[string]any{"limit": 90}, 2)
	delete(k.logs, ids[0])
	gaps := func(got []control.Gap, want ...control.Gap) {
		t.Helper()
		for i := range want {
			want[i].Ask = []string{"ana"}
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("gaps %.8v, not %.8v", got, want)
		}
	}
	gaps(game(ids[3], ids[1:]...), control.Gap{Tables: ids[:1]})
	// It has the log of a table that it has left, and of one to which it has come back.
	k.logs[ids[0]] = first
	k.before = []string{ids[2], ids[1], ids[0]}
	second := k.logs[ids[1]]
	delete(k.logs, ids[2])
	gaps(game(ids[3], ids[0], ids[1], ids[3]), control.Gap{At: 2, Tables: ids[2:3]})
	delete(k.logs, ids[1])
	gaps(game(ids[3], ids[0], ids[3]), control.Gap{At: 1, Tables: ids[1:3]})
	// The log of a table that does not belong to the game is left out, whatever the daemon was told.
	k.logs[ids[0]], k.logs[ids[1]] = other.Table().Log(), second
	k.before = []string{ids[2], ids[0]}
	gaps(game(ids[3], ids[3]), control.Gap{Tables: []string{ids[0], ids[2]}})
	k.before = []string{ids[2], ids[3]} // nor does it go round
	gaps(game(ids[3], ids[3]), control.Gap{Tables: ids[2:3]})
	if _, err := c.Game(context.Background(), "none"); err == nil {
		t.Error("a table that is not there has a game")
	}
	if _, ok := control.GoesOnFrom(nil); ok {
		t.Error("no log goes on from somewhere")
	}
}
