package node

import (
	"testing"

	"fives/p2p/api"
)

// TestOutsideEvents: events that strangers cause push out neither events of tables nor events of other kinds.
func TestOutsideEvents(t *testing.T) {
	e := newFeed()
	e.Add(api.Event{Kind: api.EventMove, Text: "ana: end"})
	e.Add(api.Event{Kind: api.EventLobby, Text: "the new code is 123456"})
	for range 2 * keptEvents {
		e.Add(api.Event{Kind: api.EventPeer, Text: `"eve" is here`})
		e.Add(api.Event{Kind: api.EventHandover, What: api.Asked})
	}
	evs, _ := e.After(0)
	if len(evs) != 2+2*keptOutside || evs[0].Kind != api.EventMove || evs[1].Kind != api.EventLobby {
		t.Errorf("%d events are left, the first: %+v", len(evs), evs[0])
	}
	for i := 1; i < len(evs); i++ {
		if evs[i].Seq <= evs[i-1].Seq {
			t.Fatalf("event %d after event %d", evs[i].Seq, evs[i-1].Seq)
		}
	}
	if evs, _ := e.After(evs[9].Seq); len(evs) != 2*keptOutside-8 {
		t.Errorf("%d events after the tenth", len(evs))
	}
}
