package doctor

import (
	"context"
	"crypto/ed25519"
	"errors"
	"log/slog"
	"os"
	"strings"
	"testing"
	"time"

	"fives/engine/record"
	"fives/p2p/api"
	"fives/p2p/control"
	"fives/p2p/waittest"
)

// A clockmaker is a daemon with one running table, at which each seat's clock is off by a
// number of seconds, hand by hand.
type clockmaker struct {
	control.Daemon
	off [][]int64
}

func (d *clockmaker) key(seat int) ed25519.PrivateKey {
	return ed25519.NewKeyFromSeed(append(make([]byte, 31), byte(seat)))
}

func (d *clockmaker) Status() api.Status { return api.Status{API: api.Newest} }

func (d *clockmaker) Peers() []api.Peer { return nil }

func (d *clockmaker) Tables(context.Context) api.Tables {
	return api.Tables{Mine: []api.Summary{{ID: "aa", Phase: api.PhasePlaying, Seats: []api.Seat{{Name: "ana"}}, Time: uint64(time.Now().Unix())}}}
}

func (d *clockmaker) Table(string) (t api.Table, err error) {
	for seat := range d.off {
		fingerprint := record.Fingerprint(record.KeyOf(d.key(seat)))
		t.Seats = append(t.Seats, api.Seat{Name: []string{"ana", "ben", "cleo"}[seat], Fingerprint: fingerprint, You: seat == 0})
	}
	return t, nil
}

func (d *clockmaker) Log(string) (log []record.Record, err error) {
	for seat, off := range d.off {
		for hand, seconds := range off {
			body, failed := record.Marshal(record.Receipt{Hand: uint64(hand + 1), Time: uint64(1_700_000_000 + 600*int64(hand) + seconds)})
			r, unsigned := record.Sign(d.key(seat), record.Payload{Version: record.Version, Kind: record.KindReceipt, Body: body})
			log, err = append(log, r), errors.Join(err, failed, unsigned)
		}
	}
	return log, err
}

func TestClock(t *testing.T) {
	for name, c := range map[string]struct {
		off   [][]int64
		state State
		text  string
	}{
		"the same":      {[][]int64{{0, 0}, {1, 2}, {0, -1}}, OK, "agrees with those of others"},
		"away once":     {[][]int64{{0, 0, 0}, {1, 500, 1}, {0, 0, 0}}, OK, "agrees with those of others"},
		"ahead":         {[][]int64{{0, 0}, {300, 301}, {0, 0}}, Warning, "ben's clock is 5m0s ahead of this one"},
		"behind":        {[][]int64{{0, 0}, {0, 0}, {-4000, -3600}}, Warning, "cleo's clock is 1h0m0s behind this one"},
		"one hand":      {[][]int64{{0}, {900}, {0}}, OK, "nothing to compare it with"},
		"none":          {[][]int64{{}, {}}, OK, "nothing to compare it with"},
		"far too late":  {[][]int64{{0, 0}, {1 << 60, 1 << 60}}, Warning, "ben's clock is "},
		"none of yours": {[][]int64{{}, {900, 900}}, OK, "nothing to compare it with"},
	} {
		t.Run(name, func(t *testing.T) {
			found := clockOf(t, &clockmaker{off: c.off})
			if found.State != c.state || !strings.Contains(found.Text, c.text) || c.state != OK && found.Do == "" {
				t.Errorf("%+v", found)
			}
		})
	}
}

// clockOf examines the clock with a daemon that is there for this.
func clockOf(t *testing.T, d control.Daemon) Finding {
	t.Helper()
	home, err := os.MkdirTemp("", "fives") // not t.TempDir, because the name of a socket has to be short
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- control.Serve(ctx, home, d, slog.New(slog.DiscardHandler)) }()
	defer func() {
		stop()
		if err := <-done; err != nil {
			t.Error(err)
		}
		os.RemoveAll(home)
	}()
	e := &exam{cfg: Config{Home: home}, ctx: t.Context()}
	waittest.Until(t, "the daemon answers", func() bool {
		e.daemon(&chart{})
		return e.client != nil
	})
	defer e.client.Close()
	found := &chart{}
	e.clock(found)
	return found.findings[0]
}
