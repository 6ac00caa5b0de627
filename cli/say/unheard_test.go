package say_test

import (
	"testing"

	"fives/cli/say"
	"fives/p2p/api"
)

func TestUnheard(t *testing.T) {
	table := api.Table{Summary: api.Summary{Seats: []api.Seat{
		{Name: "ana", Fingerprint: "a", You: true}, {Name: "ben", Fingerprint: "b"}, {Name: "cleo", Fingerprint: "c"},
		{Name: "dora", Fingerprint: "d", Left: true}, {Name: "Ada", Fingerprint: "e", BotOf: "ana"},
	}}}
	for _, c := range []struct {
		peers []api.Peer
		want  string
	}{
		{[]api.Peer{{Fingerprint: "b", Connected: true}, {Fingerprint: "c", Connected: true}}, ""},
		{[]api.Peer{{Fingerprint: "b", Connected: true}, {Fingerprint: "c"}}, "not heard by cleo: there is no connection from here"},
		{nil, "not heard by ben, cleo: there is no connection from here"},
	} {
		if got := say.Unheard(table, c.peers); got != c.want {
			t.Errorf("%+v: %q, not %q", c.peers, got, c.want)
		}
	}
}
