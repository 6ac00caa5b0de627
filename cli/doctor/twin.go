package doctor

import (
	"slices"

	"fives/cli/say"
	"fives/engine/table"
	"fives/p2p/api"
)

// stopTwin says what to do about a node that runs twice.
const stopTwin = "stop one of them: fives down on that machine, and keep its home nowhere else; or play here: fives up --here"

// twin looks for another daemon with this node's key, and for what two of them have done.
func (e *exam) twin(c *chart) {
	if e.client == nil {
		return // only a daemon meets another daemon
	}
	found := false
	for _, w := range e.status.Warnings {
		if say.OfTwins(w) {
			found = true
			c.problem(stopTwin, "%s", say.Warning(w))
		}
	}
	for _, m := range e.tables.Mine {
		t, err := e.client.Table(e.ctx, m.ID)
		if err != nil || !slices.ContainsFunc(t.Faults, func(f api.Fault) bool { return f.Name == m.Me() && f.Reason == api.Plain(table.ErrTwo.Error()) }) {
			continue
		}
		found = true
		c.problem("look for a copy of this home on another machine, in a backup or a synced folder, and stop its daemon; then fives continue goes on, or fives host begins anew",
			"at table %.8s you have signed two different records: most likely your node ran on two machines that could not see each other in time. It stays a fault: nobody can tell it from cheating", m.ID)
	}
	if !found {
		c.ok("this node runs nowhere else, as far as it and its neighbours see")
	}
}
