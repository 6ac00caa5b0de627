package doctor

import (
	"context"
	"slices"
	"time"

	"fives/cli/say"
	"fives/p2p/api"
	"fives/p2p/control"
)

// Alone says why no other node may be here, and what helps, one line for each reason. It says
// nothing while a node is connected, or if the daemon has not looked for long.
func Alone(ctx context.Context, client *control.Client) []string {
	st, err := client.Status(ctx)
	if err != nil || time.Since(st.Started) < say.AloneAfter {
		return nil
	}
	peers, err := client.Peers(ctx)
	if err != nil || slices.ContainsFunc(peers, func(p api.Peer) bool { return p.Connected }) {
		return nil
	}
	lines := []string{"nobody else is here: " + say.Alone(st, peers, Firewall(), time.Now())}
	if addr := say.OwnAddress(st); addr != "" && len(st.Links) == 0 {
		lines = append(lines, "on another machine, this connects to your node: fives connect "+addr, say.Afar)
	}
	return append(lines, "fives doctor looks closer")
}
