package host

import (
	"fmt"
	"strings"
	"testing"

	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/peer"
	"github.com/libp2p/go-libp2p/core/protocol"
)

// A peer that does not say what its streams are for has a few of them, and
// leaves the others' places alone.
func TestRawStreams(t *testing.T) {
	m := newMeter(resources(t), nil, nil)
	var scopes []network.StreamManagementScope
	for {
		s, err := m.OpenStream("eve", network.DirInbound)
		if err != nil {
			break
		}
		scopes = append(scopes, s)
	}
	if len(scopes) != rawStreams {
		t.Errorf("%d streams without a protocol", len(scopes))
	}
	if _, err := m.OpenStream("ben", network.DirInbound); err != nil {
		t.Errorf("another peer: %v", err)
	}
	if err := scopes[0].SetProtocol(protocol.TestingID); err != nil {
		t.Fatal(err)
	}
	scopes[0].Done()
	scopes[1].Done()
	for range 2 {
		if _, err := m.OpenStream("eve", network.DirInbound); err != nil {
			t.Errorf("after one was agreed on and one has ended: %v", err)
		}
	}
	if _, err := m.OpenStream("eve", network.DirInbound); err == nil {
		t.Error("the one that was agreed on and has ended counts twice")
	}
}

// However many strangers do not say what their streams are for, who has a seat is not one of
// them.
func TestRawStreamsOfStrangers(t *testing.T) {
	m := newMeter(resources(t), nil, func(id peer.ID) bool { return id == "ben" })
	var scopes []network.StreamManagementScope
	for i := range 2 * rawStrangers {
		if s, err := m.OpenStream(peer.ID(fmt.Sprint("eve", i/4)), network.DirInbound); err == nil {
			scopes = append(scopes, s)
		}
	}
	if len(scopes) != rawStrangers {
		t.Errorf("strangers have %d streams without a protocol", len(scopes))
	}
	for range rawStreams {
		if _, err := m.OpenStream("ben", network.DirInbound); err != nil {
			t.Fatalf("strangers keep out who has a seat: %v", err)
		}
	}
	scopes[0].Done()
	if _, err := m.OpenStream("dora", network.DirInbound); err != nil {
		t.Errorf("a place of strangers that is free: %v", err)
	}
	if _, err := m.OpenStream("dora", network.DirInbound); err == nil {
		t.Error("seats take the places of strangers, or these count wrong")
	}
}

// Those who have come by a link use up what there is for them, and nothing of the room's; nor does the room
// theirs.
func TestRawStreamsFromAfar(t *testing.T) {
	m := newMeter(resources(t), nil, func(id peer.ID) bool { return id == "ben" })
	m.far = func(id peer.ID) bool { return strings.HasPrefix(string(id), "far") }
	opens := func(who string, n int) (got int) {
		for i := range n {
			if _, err := m.OpenStream(peer.ID(fmt.Sprint(who, i/4)), network.DirInbound); err == nil {
				got++
			}
		}
		return got
	}
	if far, near := opens("far", 3*rawFar), opens("eve", 3*rawStrangers); far != rawFar || near != rawStrangers {
		t.Errorf("%d streams from afar, %d of those who are near", far, near)
	}
	if _, err := m.OpenStream("ben", network.DirInbound); err != nil {
		t.Error(err)
	}
}

// A peer that opens streams without end is noticed; one that is a little too fast is not.
func TestStreamFlood(t *testing.T) {
	floods := make(chan peer.ID, 1)
	m := newMeter(resources(t), func(id peer.ID) {
		select {
		case floods <- id:
		default:
		}
	}, nil)
	open := func(n int) {
		for range n {
			if s, err := m.OpenStream("eve", network.DirInbound); err == nil {
				s.Done()
			}
		}
	}
	open(streamBurst + refusedBurst/2)
	select {
	case <-floods:
		t.Fatal("half of what is tolerated is a flood already")
	default:
	}
	open(2 * refusedBurst)
	if id := <-floods; id != "eve" {
		t.Errorf("%s floods", id)
	}
}
