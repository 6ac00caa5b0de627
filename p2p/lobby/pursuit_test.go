package lobby

import (
	"slices"
	"testing"
	"testing/synctest"

	"fives/engine/record"
	"fives/p2p/api"
	"fives/p2p/entry"
)

// TestGivenBackOnTheWay: what is given back while the other side's stream is on its way is given
// back on that, and does not stay there for good.
func TestGivenBackOnTheWay(t *testing.T) {
	inWorld(t, func(w *world) {
		ana, ben, zoe := w.start("ana"), w.start("ben"), w.start("zoe")
		d := running(t, ana, ben, nil)
		runs(t, d, "", ana)
		l := zoe.lobby()
		wanting := l.newWish(d.ID, Wish{Door: d, Seat: 2, Name: "zoe", Keeper: ana.self})
		s, _, err := asking{l: l, host: ana.self, table: d.ID}.wish(w.ctx, func(entry.Door) (entry.Wish, error) { return wanting.frame(), nil })
		if err != nil || len(wanted(ana)) != 1 {
			t.Fatal(len(wanted(ana)), err)
		}
		wanting.takeBack()
		go wanting.waitIn(s)
		synctest.Wait()
		if n := len(wanted(ana)); n != 0 {
			t.Errorf("%d wishes are left", n)
		}

		id, _ := ana.opens(api.HostRequest{Seats: 3})
		var joining *join
		s, _, err = asking{l: l, host: ana.self, table: id}.join(w.ctx, func(proposal record.Record) (record.Record, error) {
			want, err := l.reserve(proposal, Reservation{Host: ana.self}, id, "")
			joining = l.newJoin(id, want)
			return want.Join, err
		})
		taken := func() []string {
			open := ana.Open()
			return open[slices.IndexFunc(open, func(o api.Offer) bool { return o.ID == id.String() })].Taken
		}
		if err != nil || len(taken()) != 2 {
			t.Fatal(taken(), err)
		}
		joining.giveBack()
		go joining.waitIn(s)
		synctest.Wait()
		if got := taken(); len(got) != 1 {
			t.Errorf("%q sit there", got)
		}
	})
}
