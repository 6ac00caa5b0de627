package node

import (
	"context"
	"net"
	"net/netip"
	"slices"
	"testing"
	"time"

	"fives/engine/record"
	"fives/p2p/api"
	"fives/p2p/far"
)

// TestLinksThatFail: a link that leads nowhere just now is kept, and its person is told what is so, and not
// that somebody else has the address, or that nobody answers.
func TestLinksThatFail(t *testing.T) {
	t.Parallel()
	ana, _ := startFar(t, t.TempDir(), "ana")
	dan, _ := startFar(t, t.TempDir(), "dan")
	good, err := far.Parse(letIn(t, ana, freePort(t)), "elsewhere")
	if err != nil {
		t.Fatal(err)
	}
	dan.links.lookup = func(_ context.Context, name string) ([]netip.Addr, error) {
		return nil, &net.DNSError{Name: name, IsNotFound: name == "nosuch.example.org"}
	}
	ana.host.Block(dan.host.ID())
	older, other, noName, noWay, off := good, good, good, good, good
	older.Secret = far.NewSecret()
	other.Node = record.KeyOf(seeded(99))
	noName.Host, noWay.Host = "nosuch.example.org", "ana.example.org"
	off.Port = uint16(freePort(t))
	for want, l := range map[api.Reason]far.Link{
		api.ReasonLinkHangsUp: good, api.ReasonLinkUnknown: older, api.ReasonLinkOther: other,
		api.ReasonLinkNoName: noName, api.ReasonLinkNoWay: noWay, api.ReasonLinkSilent: off,
	} {
		_, err := dan.Connect(t.Context(), l.String("elsewhere"))
		if e := api.ErrorIn(err); e.Reason != want || e.Address != l.At() {
			t.Errorf("%v, want %s", err, want)
		}
		if all := dan.Status().Links; !slices.ContainsFunc(all, func(k api.FarLink) bool { return k.Address == l.At() && k.Failed == want }) {
			t.Errorf("%s: %+v", want, all)
		}
		if _, err := dan.ForgetLink(record.Fingerprint(l.Node)); err != nil { // or a better one would stay
			t.Error(err)
		}
	}
}

// TestLinkToWhoIsKeptOut: whoever is kept out for a while is not tried by a link, so that nobody reads that
// they do not answer.
func TestLinkToWhoIsKeptOut(t *testing.T) {
	t.Parallel()
	ana, _ := startFar(t, t.TempDir(), "ana")
	dan, _ := startFar(t, t.TempDir(), "dan")
	link := letIn(t, ana, freePort(t))
	dan.host.Block(ana.host.ID())
	_, err := dan.Connect(t.Context(), link)
	refusedAs(t, err, api.ReasonKeptOut)
	if all := dan.Status().Links; len(all) != 0 {
		t.Errorf("it is kept: %+v", all)
	}
	dan.host.Unblock(ana.host.ID())
	if _, err := dan.Connect(t.Context(), link); err != nil {
		t.Fatal(err)
	}
	dan.host.Block(ana.host.ID())
	eventually(t, "they are not connected", func() bool {
		_ = dan.host.Network().ClosePeer(ana.host.ID())
		return !dan.Status().Links[0].Connected
	})
	dan.links.wake()
	dan.links.tick(t.Context())
	dan.links.mu.Lock()
	defer dan.links.mu.Unlock()
	if k := dan.links.kept[ana.self]; len(dan.links.trying) != 0 || k.failed != "" {
		t.Errorf("she is tried: %d, %q", len(dan.links.trying), k.failed)
	}
}

// TestHungUpOnAtOnce: a connection by a link that ends at once counts as a failure: whoever lets in and hangs
// up is not dialled without end.
func TestHungUpOnAtOnce(t *testing.T) {
	t.Parallel()
	dan, _ := startFar(t, t.TempDir(), "dan")
	l, now := dan.links, time.Now()
	k := &link{}
	for i, want := range append(slices.Clone(linkAgain), time.Minute) {
		l.mu.Lock()
		l.isThere(k, now)
		l.isThere(k, now.Add(linkShort-1))
		now = now.Add(linkShort - 1)
		l.isGone(k, now)
		l.mu.Unlock()
		if got := k.next.Sub(now); got != want {
			t.Errorf("after %d times: %v, want %v", i+1, got, want)
		}
		now = k.next
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.isThere(k, now)
	now = now.Add(linkShort)
	l.isThere(k, now)
	if l.isGone(k, now); k.tries != 0 || k.next != now {
		t.Errorf("after a long connection: %d failures, %v", k.tries, k.next.Sub(now))
	}
	kept, err := l.store.Links()
	if err != nil || len(kept) != 1 || kept[0].Came != now.Unix() {
		t.Errorf("%+v, %v: was last there at %d", kept, err, now.Unix())
	}
}

// TestTriedAgain: how long a link waits depends on what came of it.
func TestTriedAgain(t *testing.T) {
	usual := []time.Duration{5 * time.Second, 10 * time.Second, 20 * time.Second, 40 * time.Second, time.Minute, time.Minute}
	const five = 5 * time.Minute
	for failed, all := range map[api.Reason][]time.Duration{
		api.ReasonLinkSilent: usual, api.ReasonLinkHangsUp: usual, api.ReasonLinkUnknown: append(slices.Clone(usual[:5]), five, five),
		api.ReasonLinkOther: {five, five}, api.ReasonLinkFull: {time.Minute, 2 * time.Minute, 3 * time.Minute, 4 * time.Minute, five, five},
	} {
		for i, want := range all {
			if got := (&link{failed: failed, tries: i + 1}).wait(); got != want {
				t.Errorf("%s, the %d. time: %v, want %v", failed, i+1, got, want)
			}
		}
	}
}

// TestOneTryAtATime: a person's try ends that of a tick, and begins when it is over; a tick begins none beside it.
func TestOneTryAtATime(t *testing.T) {
	t.Parallel()
	dan, _ := startFar(t, t.TempDir(), "dan")
	l, node := dan.links, record.Key{1}
	ctx, cancel := context.WithCancel(t.Context())
	l.mu.Lock()
	over := l.begin(node, cancel)
	l.mu.Unlock()
	begun := make(chan func())
	go func() {
		mine, err := l.alone(t.Context(), node)
		if err != nil {
			t.Error(err)
		}
		begun <- mine
	}()
	<-ctx.Done() // the tick's is told to end
	select {
	case <-begun:
		t.Fatal("two at a time")
	default:
	}
	over()
	mine := <-begun
	gone, end := context.WithCancel(t.Context())
	end()
	if _, err := l.alone(gone, node); err == nil {
		t.Error("two persons at a time")
	}
	mine()
	if mine, err := l.alone(t.Context(), node); err != nil {
		t.Error(err)
	} else {
		mine()
	}
}
