package control_test

import (
	"context"
	"log/slog"
	"slices"
	"testing"

	"fives/engine/games/five"
	"fives/engine/record"
	"fives/engine/table/tabletest"
	"fives/p2p/control"
	"fives/p2p/control/inprocess"
)

// A keeper is a daemon with logs of tables, and with nothing of others.
type keeper struct {
	control.Daemon
	logs map[string][]record.Record
}

func (k *keeper) Log(table string) ([]record.Record, error) {
	if log, ok := k.logs[table]; ok {
		return log, nil
	}
	return nil, control.Fail(control.ReasonNoTable, control.Data{Name: table})
}

// The logs of a game are those of its tables up to the one that is asked for, as far as the
// daemon has them; a rematch is another game.
func TestGame(t *testing.T) {
	k := &keeper{logs: map[string][]record.Record{}}
	c, err := control.NewClient(inprocess.Carrier{To: control.Handler(k, slog.New(slog.DiscardHandler))})
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, g := range tabletest.Handed(t, five.Rules, map[string]any{"limit": 80}, 2) {
		id := g.Table().ID().String()
		ids, k.logs[id] = append(ids, id), g.Table().Log()
	}
	game := func(table string, want ...string) {
		t.Helper()
		logs, err := c.Game(context.Background(), table)
		if err != nil || len(logs) != len(want) {
			t.Fatalf("%d logs (%v), not %d", len(logs), err, len(want))
		}
		for i, id := range want {
			if len(logs[i]) != len(k.logs[id]) || !slices.EqualFunc(logs[i], k.logs[id], record.Record.Same) {
				t.Errorf("log %d is another one than that of table %.8s", i, id)
			}
		}
	}
	game(ids[0], ids[0])
	game(ids[2], ids[:3]...)
	game(ids[3], ids...)
	last := k.logs[ids[1]]
	k.logs[ids[0]] = last // a daemon that answers with another log is asked no more for ever
	game(ids[1], ids[1], ids[1])
	delete(k.logs, ids[0])
	game(ids[3], ids[1:]...)
	if _, err := c.Game(context.Background(), "none"); err == nil {
		t.Error("a table that is not there has a game")
	}
	if _, ok := control.GoesOnFrom(nil); ok {
		t.Error("no log goes on from somewhere")
	}
}
