package lobby

import (
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"fives/engine/record"
	"fives/p2p/api"
	"fives/p2p/entry"
)

// TestSentAway: who opens a table frees the seat of anybody else before it begins. That node hears so,
// forgets the table, and gets no seat there any more: not with the code, not when the table is proposed with
// fewer seats, not after a restart. Another one has its seat.
func TestSentAway(t *testing.T) {
	inWorld(t, func(w *world) {
		ana, ben, cleo, dan := w.start("ana"), w.start("ben"), w.start("cleo"), w.start("dan")
		id, o := ana.opens(api.HostRequest{Seats: 6, Private: true, Bots: []string{"easy"}})
		for _, n := range []*node{ben, cleo, dan} {
			n.mustJoin(api.JoinRequest{Table: o.ID, Code: o.Code})
		}
		send := func(by *node, table, who string, want api.Reason) (v api.Offer) {
			t.Helper()
			v, err := by.SendAway(api.SendAwayRequest{About: api.About{Table: table}, Who: who})
			if because(err) != want {
				t.Errorf("%s: %v", who, err)
			}
			synctest.Wait()
			return v
		}
		for _, who := range []string{"ana", record.Fingerprint(ana.self), "zoe", ""} {
			send(ana, o.ID, who, api.ReasonNobodyCalled)
		}
		send(ben, o.ID, "cleo", api.ReasonNotHost)
		ana.disk.mu.Lock()
		ana.disk.broken = entry.ErrBadJoin
		ana.disk.mu.Unlock()
		if _, err := ana.SendAway(api.SendAwayRequest{About: api.About{Table: o.ID}, Who: "ben"}); err == nil || len(ana.Open()[0].Taken) != 5 {
			t.Errorf("%v: %v", err, ana.Open()[0].Taken)
		}
		ana.disk.mu.Lock()
		ana.disk.broken = nil
		ana.disk.mu.Unlock()

		v := send(ana, o.ID, "BEN", "")
		want := []string{"", "", record.Fingerprint(cleo.self), record.Fingerprint(dan.self)}
		if !slices.Equal(v.Fingerprints, want) || len(v.Taken) != 4 || slices.Contains(v.Taken, "ben") {
			t.Errorf("%+v", v)
		}
		if ben.Joined(id) || !ben.disk.givenUp(id) || !ben.is(func() bool {
			return slices.ContainsFunc(ben.events, func(e api.Event) bool { return e.What == api.Refused && e.Text == string(entry.ErrSentAway) })
		}) {
			t.Error("ben does not hear of it")
		}
		refused := func(table string, who *node) {
			t.Helper()
			_, err := who.Join(w.ctx, api.JoinRequest{Table: table, Code: o.Code})
			var why *api.Error
			if !errors.As(err, &why) || why.Reason != api.ReasonHostRefuses || why.Detail != string(entry.ErrSentAway) {
				t.Errorf("%s is not refused: %v", who.cfg.Name, err)
			}
		}
		refused(o.ID, ben)
		time.Sleep(seatGrace + time.Second)
		if now := ana.Open()[0]; len(now.Taken) != 4 {
			t.Errorf("%+v", now)
		}
		eve := w.start("eve")
		eve.mustJoin(api.JoinRequest{Table: o.ID, Code: o.Code})
		send(ana, o.ID, record.Fingerprint(dan.self), "")
		id, v = ana.mustBegin(api.BeginRequest{About: api.About{Table: o.ID}})
		refused(v.ID, ben)
		eve.set(func() { eve.away = true }) // so that it does not begin
		ana.load("ana")
		v = ana.Open()[0]
		if v.ID == id.String() {
			t.Fatal("the table has its ID still")
		}
		refused(v.ID, ben)
		refused(v.ID, dan)
	})
}

// TestSentAwayByFingerprint: of two with one name, the fingerprint says who is meant. A computer player of
// another node goes with that.
func TestSentAwayByFingerprint(t *testing.T) {
	inWorld(t, func(w *world) {
		ana, one, two := w.start("ana"), w.start("ben"), w.start("ben")
		_, o := ana.opens(api.HostRequest{Seats: 4})
		one.mustJoin(api.JoinRequest{Table: o.ID})
		two.mustJoin(api.JoinRequest{Table: o.ID, Play: "easy"})
		if _, err := ana.SendAway(api.SendAwayRequest{About: api.About{Table: o.ID}, Who: "ben"}); because(err) != api.ReasonManyPeers {
			t.Error(err)
		}
		v, err := ana.SendAway(api.SendAwayRequest{About: api.About{Table: o.ID}, Who: record.Fingerprint(two.self)})
		if err != nil || !slices.Equal(v.Fingerprints, []string{"", record.Fingerprint(one.self)}) {
			t.Errorf("%+v, %v", v, err)
		}
	})
}
