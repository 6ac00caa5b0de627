package doctor

import (
	"context"
	"time"

	"fives/p2p/api"
	"fives/p2p/control"
)

// Config says what to examine.
type Config struct {
	Home   string
	Port   int      // the one that a daemon would take
	Ifaces []string // those that it would use; empty for all that fit
	// Network is the name of the network that a daemon would be on.
	Network string
}

// An exam is one visit to the doctor: what all checks share.
type exam struct {
	cfg    Config
	ctx    context.Context
	client *control.Client // nil while no daemon answers
	status api.Status
	peers  []api.Peer // the daemon's; without a daemon, those that answered with a time
	tables api.Tables
	heard  []string // nodes that answered this command itself
	shut   []string // interfaces on which what this command sent to [mdnsPort] did not come back,
	let    []string // and those on which it did
	stuck  bool     // nothing can, or may, be written in the home
}

// questionTime limits a question to a daemon, which may hang.
const questionTime = 10 * time.Second

// Examine makes all checks.
func Examine(ctx context.Context, cfg Config) []Finding {
	ctx, cancel := context.WithTimeout(ctx, questionTime)
	defer cancel()
	e := &exam{cfg: cfg, ctx: ctx}
	var all []Finding
	for _, c := range []struct {
		name string
		look func(*exam, *chart)
	}{
		{"daemon", (*exam).daemon}, // first, because the other checks ask it
		{"twin", (*exam).twin},
		{"home", (*exam).home},
		{"store", (*exam).store},
		{"ports", (*exam).ports},
		{"guests", (*exam).guests},
		{"outside", (*exam).outside},
		{"network", (*exam).network},
		{"discovery", (*exam).discovery},
		{"firewall", (*exam).firewall},
		{"peers", (*exam).company},
		{"clock", (*exam).clock},
		{"terminal", (*exam).terminal},
	} {
		found := &chart{check: c.name}
		c.look(e, found)
		all = append(all, found.findings...)
	}
	if e.client != nil {
		e.client.Close()
	}
	return all
}
