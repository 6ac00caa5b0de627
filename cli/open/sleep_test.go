package open_test

import (
	"path/filepath"
	"slices"
	"testing"
	"time"

	"fives/p2p/api"
	"fives/p2p/control"
	"fives/p2p/waittest"
)

// GUIDE: "Before a hand is dealt the others wait longer, until 60 s after the device fell
// silent". A busy machine adds some, and a page that is frozen was heard for the last time some
// seconds before that is noticed.
const (
	dealWait = 60 * time.Second
	early    = 5 * time.Second
	late     = 15 * time.Second
)

// TestPhoneSleeps: a guest's page at a table with cover is frozen while it shows a result. The
// others wait with the next deal as long as the guide says, and it plays on when it is back.
// What they wait in a hand, TestGuestCovered measures.
func TestPhoneSleeps(t *testing.T) {
	nodesInPages(t)
	dir := folder(t)
	ana := up(t, filepath.Join(dir, "ana"), "ana")
	st, err := ana.Status(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	ben := up(t, filepath.Join(dir, "ben"), "ben", "--peer", st.Addresses[0])
	dan := up(t, filepath.Join(dir, "dan"), "dan", "--peer", st.Addresses[0])
	offer := hostTable(t, ana, api.HostRequest{Game: "furious-five", Seats: 4, Cover: true, Set: map[string]string{"rounds": "20"}})
	for name, c := range map[string]*control.Client{"ben": ben, "dan": dan} {
		waittest.Until(t, name+" joins", func() bool {
			_, err := c.Join(t.Context(), api.JoinRequest{Table: offer.ID})
			return err == nil
		})
	}
	p := newGuest(t, "cleo", showInvitation(t, ana)+"play#t="+offer.ID)
	p.shows("#hand button")
	s := &sitting{t: t, table: offer.ID, daemons: []*control.Client{ana, ben, dan}, guest: p, since: time.Now()}

	at := func() api.Table {
		v, err := ana.Table(t.Context(), offer.ID)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	cleo := func(v api.Table) api.Seat {
		return v.Seats[slices.IndexFunc(v.Seats, func(x api.Seat) bool { return x.Name == "cleo" })]
	}
	settled := len(at().Hands)
	s.plays("a result", func() bool {
		return len(at().Hands) > settled && p.is(`!!document.querySelector("#sheet[data-result][open]")`)
	})
	p.freezes()
	s.asleep = true
	begin := time.Now()
	s.plays("the next hand is dealt without it", func() bool { v := at(); return v.Dealt && cleo(v).Keyless })
	took := time.Since(begin)
	t.Logf("dealt without it after %v", took.Round(100*time.Millisecond))
	if took < dealWait-early || took > dealWait+late {
		t.Errorf("the others wait for %v, and the guide says %v", took, dealWait)
	}
	p.thaws()
	s.returns()
}
