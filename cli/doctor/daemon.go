package doctor

import (
	"errors"

	"fives/cli/say"
	"fives/p2p/api"
	"fives/p2p/control"
)

const start = "start it with: fives, or fives up --detach"

func (e *exam) daemon(c *chart) {
	client, err := control.Dial(e.cfg.Home)
	var refusal *api.Error
	switch {
	case err == nil:
		e.ask(client, c)
	case control.IsDown(err):
		c.warn(start, "no daemon runs in %s; what follows was tried without one", e.cfg.Home)
	case errors.As(err, &refusal) && refusal.Code == api.CodeHome:
		// The check of the home reports this.
	case errors.As(err, &refusal):
		text, hint := say.Error(refusal)
		c.problem(hint, "%s", text)
	default:
		c.problem("", "%v", err)
	}
}

func (e *exam) ask(client *control.Client, c *chart) {
	status, err := client.Status(e.ctx)
	if err == nil {
		e.peers, err = client.Peers(e.ctx)
	}
	if err == nil {
		e.tables, err = client.Tables(e.ctx)
	}
	if err != nil {
		c.problem("restart it: fives down; fives up --detach", "the daemon gives no answer: %v", err)
		return
	}
	e.client, e.status = client, status
	if status.Version != api.ProgramVersion() {
		c.warn("to have the same: fives down; fives up --detach", "%s's daemon runs (process %d), version %s; this program is version %s",
			status.Name, status.PID, status.Version, api.ProgramVersion())
	} else {
		c.ok("%s's daemon runs (process %d, version %s)", status.Name, status.PID, status.Version)
	}
	e.warned(c)
}

// warned says what the daemon itself warns of and no other check looks at.
func (e *exam) warned(c *chart) {
	for _, w := range e.status.Warnings {
		if isOfGuests(w) || isOfDoor(w) || say.OfTwins(w) {
			continue // these have a check of their own
		}
		c.problem("make room on the disk if it is full, and the daemon goes on by itself; if the disk has failed: fives down; fives up --detach", "%s", say.Warning(w))
	}
}
