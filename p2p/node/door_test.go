package node

import (
	"context"
	"errors"
	"slices"
	"testing"

	"fives/p2p/api"
	"fives/p2p/entry"
)

// TestDoors: a running table shows everybody who sits there and which seats can be asked for, even if spectators are not
// allowed, if somebody is away, or if it has stopped because somebody has left.
func TestDoors(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	ana, _ := startStoppable(t, t.TempDir(), "ana")
	ben, _ := startStoppable(t, t.TempDir(), "ben", addr(ana))
	zoe, _ := startStoppable(t, t.TempDir(), "zoe", addr(ana), addr(ben))
	offer, err := ana.Host(ctx, api.HostRequest{Game: "five", Seats: 3, Bots: []string{"easy"}, TurnLimit: 600})
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, "the table is seen", func() bool { return len(ben.Tables(ctx).Open) == 1 })
	if _, err := ben.Join(ctx, api.JoinRequest{}); err != nil {
		t.Fatal(err)
	}
	var o api.Offer
	sees := func(what string, ok func(seats []api.OpenSeat) bool) {
		t.Helper()
		eventually(t, what, func() bool {
			open := zoe.Tables(ctx).Open
			if len(open) != 1 || !open[0].Running {
				return false
			}
			o = open[0]
			return ok(o.OpenSeats)
		})
	}
	bot := func(s api.OpenSeat) bool { return s.BotOf == "ana" && !s.Left && !s.Away }
	sees("three seats can be asked for", func(seats []api.OpenSeat) bool { return len(seats) == 3 && slices.ContainsFunc(seats, bot) })
	if o.ID != offer.ID || !o.Full || o.Stopped || o.Game != "five" || o.TurnLimit != 600 || len(o.Taken) != 3 || o.Seats != 3 || o.Options["limit"] == nil {
		t.Errorf("%+v", o)
	}
	if mine := ana.Tables(ctx).Open; len(mine) != 0 {
		t.Errorf("to who sits there it is %+v", mine)
	}
	eventually(t, "ben plays", func() bool {
		v, err := ben.Table(offer.ID)
		return err == nil && v.View != nil
	})
	if _, err := ben.Leave(ctx, offer.ID); err != nil {
		t.Fatal(err)
	}
	left := func(s api.OpenSeat) bool { return s.Name == "ben" && s.Left && !s.Away }
	sees("a seat has been left", func(seats []api.OpenSeat) bool { return len(seats) == 3 && slices.ContainsFunc(seats, left) })
	if !o.Stopped {
		t.Errorf("it is not said to have stopped: %+v", o)
	}
	if _, err := ana.Leave(ctx, offer.ID); err != nil {
		t.Fatal(err)
	}
	eventually(t, "nobody is there", func() bool {
		return !slices.ContainsFunc(zoe.Tables(ctx).Open, func(o api.Offer) bool { return o.OpenSeats != nil })
	})
}

// TestDoorOfSeatAway: a door says who is away.
func TestDoorOfSeatAway(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	ana, _ := startStoppable(t, t.TempDir(), "ana")
	ben, stop := startStoppable(t, t.TempDir(), "ben", addr(ana))
	zoe, _ := startStoppable(t, t.TempDir(), "zoe", addr(ana))
	offer, err := ana.Host(ctx, api.HostRequest{Game: "five", Seats: 2, Private: true})
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, "the table is seen", func() bool { return len(ben.Tables(ctx).Open) == 1 })
	if _, err := ben.Join(ctx, api.JoinRequest{Table: offer.ID, Code: offer.Code}); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the table runs", func() bool {
		open := zoe.Tables(ctx).Open
		return len(open) == 1 && open[0].Running && open[0].Private && open[0].Full && open[0].Game == "" && open[0].OpenSeats == nil && len(open[0].Taken) == 0
	})
	stop()
	eventually(t, "ben is away", func() bool {
		doors := running{session: ana.session, log: ana.log}.Doors(zoe.self)
		return len(doors) == 1 && doors[0].Private && !doors[0].Seats[0].Away && doors[0].Seats[1].Away && !doors[0].Seats[1].Left
	})
	if _, err := zoe.Join(ctx, api.JoinRequest{Table: offer.ID, Seat: "ben"}); err == nil {
		t.Error("zoe is let in without the code")
	} else {
		refusedAs(t, err, api.ReasonNeedsCode)
	}
}

// TestSentAwayGetsNoSeat: whom the host has sent away from an open table is not let in by the door once the table
// has begun, and nobody is asked about it.
func TestSentAwayGetsNoSeat(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	ana, _ := startStoppable(t, t.TempDir(), "ana")
	zoe, _ := startStoppable(t, t.TempDir(), "zoe", addr(ana))
	o, err := ana.Host(ctx, api.HostRequest{Game: "five", Seats: 4, Bots: []string{"easy"}, TurnLimit: 600})
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, "zoe joins", func() bool { _, err := zoe.Join(ctx, api.JoinRequest{Table: o.ID}); return err == nil })
	if _, err := ana.SendAway(ctx, api.SendAwayRequest{About: api.About{Table: o.ID}, Who: "zoe"}); err != nil {
		t.Fatal(err)
	}
	o, err = ana.Begin(ctx, api.BeginRequest{About: api.About{Table: o.ID}, Fill: true})
	if err != nil {
		t.Fatal(err)
	}
	var seat string
	eventually(t, "zoe sees the seats of the table", func() bool {
		for _, open := range zoe.Tables(ctx).Open {
			for _, s := range open.OpenSeats {
				if open.ID == o.ID && s.BotOf != "" {
					seat = s.Name
				}
			}
		}
		return seat != ""
	})
	_, err = zoe.Join(ctx, api.JoinRequest{Table: o.ID, Seat: seat})
	var why *api.Error
	if !errors.As(err, &why) || why.Reason != api.ReasonHostRefuses || why.Detail != string(entry.ErrSentAway) {
		t.Errorf("zoe asks for the seat of %s: %v", seat, err)
	}
	if v, err := ana.Table(o.ID); err != nil || len(v.Handovers) != 0 {
		t.Errorf("ana is asked about %+v, %v", v.Handovers, err)
	}
}

// TestFoundByItsFormerID: a table that was begun with fewer seats has a new ID, and everybody at it finds it by the one
// that they have read before, too.
func TestFoundByItsFormerID(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	ana, _ := startStoppable(t, t.TempDir(), "ana")
	zoe, _ := startStoppable(t, t.TempDir(), "zoe", addr(ana))
	was, err := ana.Host(ctx, api.HostRequest{Game: "five", Seats: 3})
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, "zoe joins", func() bool { _, err := zoe.Join(ctx, api.JoinRequest{Table: was.ID}); return err == nil })
	var now api.Offer
	eventually(t, "it begins", func() bool {
		now, err = ana.Begin(ctx, api.BeginRequest{About: api.About{Table: was.ID}})
		return err == nil
	})
	if now.ID == was.ID {
		t.Fatal("the ID is the same")
	}
	for _, n := range []*Node{ana, zoe} {
		eventually(t, n.name+" finds it", func() bool { v, err := n.Table(was.ID[:8]); return err == nil && v.ID == now.ID })
	}
	_, err = ana.Table("ffffffff")
	refusedAs(t, err, api.ReasonNoTable)
}
