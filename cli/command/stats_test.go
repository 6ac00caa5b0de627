package command

import (
	"bytes"
	"context"
	"flag"
	"strings"
	"testing"

	"fives/cli/console"
	"fives/cli/shown"
	"fives/p2p/api"

	"github.com/urfave/cli/v2"
)

// over is a table whose game is over. A seat is "NAME KEY", or "NAME bot of X"
// for a computer player.
func over(game string, time uint64, seats, winners []string, scores ...int) api.Summary {
	t := api.Summary{Game: game, Time: time, Phase: api.PhaseOver, Winners: winners, Seat: -1}
	for i, s := range seats {
		name, rest, _ := strings.Cut(s, " ")
		seat := api.Seat{Name: name, Fingerprint: rest, You: rest == "A"}
		if seat.You {
			t.Seat = i
		}
		if i < len(scores) {
			seat.Score = scores[i]
		}
		if host, ok := strings.CutPrefix(rest, "bot of "); ok {
			seat.BotOf, seat.Fingerprint = host, game+string(rune('a'+i))
		}
		t.Seats = append(t.Seats, seat)
	}
	return t
}

// Only those who share a name are shown with their fingerprints.
func TestNamesakes(t *testing.T) {
	var out bytes.Buffer
	s := console.New(nil, nil, &out, &out)
	c := cli.NewContext(cli.NewApp(), flag.NewFlagSet("", 0), &cli.Context{Context: context.Background()})
	if err := printStats(s, c, shown.Tally([]api.Summary{
		over("x", 1, []string{"ana A", "ben B"}, []string{"ana"}, 10, 30),
		over("x", 2, []string{"ana A", "ben D", "Ben bot of ana"}, []string{"ana"}, 10, 30, 4),
	})); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"  ana (you) ", "  ben B ", "  ben D ", "  Ben (bot of ana) "} {
		if strings.Count(out.String(), line) != 2 {
			t.Errorf("%q in\n%s", line, out.String())
		}
	}
}
