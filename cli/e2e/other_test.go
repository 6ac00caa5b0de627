//go:build linux

package e2e

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"fives/p2p/api"
)

// TestOtherVersion: this program and another version of it, whose path is in
// FIVES_OTHER, play a whole game at one table, whoever is the host, and each
// verifies the log of both. See make versions.
func TestOtherVersion(t *testing.T) {
	other := os.Getenv("FIVES_OTHER")
	if other == "" {
		t.Skip("FIVES_OTHER names no other version: make versions")
	}
	if outside != "" {
		t.Fatal(outside)
	}
	for _, c := range []struct{ name, host, guest string }{
		{"this one is the host", "", other}, {"the other one is the host", other, ""},
	} {
		t.Run(c.name, func(t *testing.T) { playVersions(t, c.host, c.guest) })
	}
}

// playVersions plays a private table between two programs.
func playVersions(t *testing.T, first, second string) {
	dir := t.TempDir()
	host, guest := newDaemon(t, dir, "ana", "", "lo", 0), newDaemon(t, dir, "ben", "", "lo", 0)
	host.program, guest.program = first, second
	daemons := []*daemon{host, guest}
	for _, d := range daemons {
		d.network = "" // older programs know of none
		d.start()
	}
	guest.run("peers", "add", host.status().Addresses[0], "--home", guest.home)
	host.run("host", "five", "--seats", "2", "--private", "--spectators", "--play", "easy", "--set", "limit=60", "--home", host.home)
	var offer api.Offer
	eventually(t, "the table is open", func() bool {
		for _, o := range host.tables().Open {
			offer = o
		}
		return offer.ID != ""
	})
	eventually(t, "the other one joins", func() bool {
		return guest.fives("join", offer.ID, "--code", offer.Code, "--play", "easy", "--home", guest.home).Run() == nil
	})
	var a, b shown
	eventually(t, "the game is over", func() bool {
		a, b = host.show(offer.ID), guest.show(offer.ID)
		return a.Phase == api.PhaseOver && b.Phase == api.PhaseOver
	})
	sound(t, daemons)
	if a.Head == "" || a.Head != b.Head || len(a.Faults)+len(b.Faults) > 0 {
		t.Errorf("heads %s and %s, faults %s and %s", a.Head, b.Head, a.Faults, b.Faults)
	}
	for _, d := range daemons {
		file := filepath.Join(dir, d.name+".jsonl")
		d.run("export", offer.ID, "--output", file, "--home", d.home)
		for _, verifier := range daemons {
			verifier.run("verify", file)
		}
		t.Logf("%s, step %d:\n%s", d.run("version", "--home", d.home), a.Step, d.run("peers", "--home", d.home))
	}
}

// shown is what all versions say about a table in the same way. The control interface is local
// to one machine, and has changed; so each program asks its own daemon.
type shown struct {
	Phase  api.Phase         `json:"phase"`
	Head   string            `json:"head"`
	Step   uint64            `json:"step"`
	Faults []json.RawMessage `json:"faults"`
}

// show returns the table as the daemon's own program shows it, nothing while it shows none.
func (d *daemon) show(id string) (s shown) {
	out, err := d.fives("show", id, "--json", "--home", d.home).Output()
	if err != nil || json.Unmarshal(out, &s) != nil {
		return shown{}
	}
	return s
}
