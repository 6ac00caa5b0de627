package node

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net/netip"
	"slices"
	"strconv"
	"sync"
	"time"

	ma "github.com/multiformats/go-multiaddr"

	"fives/engine/record"
	"fives/p2p/api"
	"fives/p2p/far"
	"fives/p2p/host"
	"fives/p2p/peers"
	"fives/p2p/session"
	"fives/p2p/store"
	"fives/p2p/streams"
)

// A farDoor lets nodes from outside the local network in when the node's person wants that
// (PROTOCOL §2.6).
type farDoor struct {
	self      record.Key
	network   string // the name of this node's
	host      *host.Host
	directory *peers.Directory
	store     Store
	work      work
	plays     func(with func(record.Key) bool) []*session.Table       // at tables of this node
	ask       func(ctx context.Context, port uint16) (Opening, error) // asks the router; nil where there is none
	log       *slog.Logger

	changing sync.Mutex // held by whoever changes the rest, also while the router is asked

	mu       sync.Mutex               // held by whoever reads or changes it, but while nothing is waited for
	kept     store.Far                // as it is stored
	opening  Opening                  // of the router, nil if it was not asked
	askAt    time.Time                // not before
	shut     error                    // why the port cannot be had, nil if it can or it was not tried
	routed   error                    // why the router lets nobody through
	returned map[record.Key]time.Time // when those who may stay were last not connected
	tells    time.Time                // until then it is told, to those who were hung up on, that the link was taken back
	closed   bool                     // the node is ending
}

// invite does what a request asks for.
func (o *farDoor) invite(ctx context.Context, q api.FarRequest) (api.FarInvitation, error) {
	o.changing.Lock()
	defer o.changing.Unlock()
	if q.Off {
		return o.end()
	}
	o.mu.Lock()
	o.noteCame() // the door forgets it for another link, also if that cannot be stored
	o.mu.Unlock()
	want, opened, err := o.wanted(ctx, q)
	if err != nil {
		return api.FarInvitation{}, err
	}
	i, closes, err := o.begin(want, opened)
	closes()
	return i, err
}

// wanted returns the invitation that a request asks for, and what the router has opened for it.
func (o *farDoor) wanted(ctx context.Context, q api.FarRequest) (want store.Far, opened Opening, err error) {
	was := o.kept
	want = was
	if !was.On || q.New {
		want = o.takenBack()
		want.On, want.Secret, want.Since = true, far.NewSecret(), time.Now().Unix()
		want.Came, want.Who, want.Name, want.Shown = 0, record.Key{}, "", ""
	}
	switch {
	case q.Address != "":
		name, port, err := far.ParseHostPort(q.Address)
		if err != nil || !o.mayName(name) {
			return want, nil, api.Fail(api.ReasonBadHost, api.Data{Address: q.Address})
		}
		want.Host, want.Port, want.Door, want.Mapped = name, int(port), cmp.Or(q.Port, int(port)), false
	case was.On && !was.Mapped, o.opening != nil && (q.Port == 0 || q.Port == was.Door):
		want.Door = cmp.Or(q.Port, was.Door)
	default:
		want.Door = cmp.Or(q.Port, far.DefaultPort)
		if was.On && q.Port == 0 {
			want.Door = was.Door
		}
		opened, err = o.askRouter(ctx, want.Door)
		if err != nil && was.On && want.Door == was.Door { // the link that there is can be seen all the same
			o.mu.Lock()
			o.routed = err
			o.mu.Unlock()
			return want, nil, nil
		}
		if err != nil {
			return want, nil, err
		}
		want.Host, want.Port, want.Mapped = opened.Outer().String(), want.Door, true
	}
	return want, opened, nil
}

// mayName reports whether a link may name a machine: a name, or an address that leads there from
// somewhere else.
func (o *farDoor) mayName(name string) bool {
	ip, err := netip.ParseAddr(name)
	return err != nil || o.host.LinkReaches(ip) || !far.Nowhere(ip) && !ip.IsLoopback()
}

// takenBack is the invitation once its link is taken back.
func (o *farDoor) takenBack() store.Far {
	f := o.kept
	if f.On {
		f.On, f.Secret, f.Old, f.Stays = false, far.Secret{}, f.Secret.Former(f.Old), o.stays()
	}
	return f
}

// begin opens the door for an invitation, stores it, and shows it. closes closes what the router has opened for
// another one; that may take a moment.
func (o *farDoor) begin(want store.Far, opened Opening) (i api.FarInvitation, closes func(), err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	shown := want
	shown.Shown = o.link(want).At()
	undo := func() {
		if opened != nil {
			opened.Close()
		}
	}
	if err := o.host.SetFar(farDoorOf(want)); err != nil {
		return i, undo, api.Fail(api.ReasonFarPort, api.Data{Detail: plainError(o.whyShut(want.Door, err)), Port: want.Door})
	}
	if err := o.store.SetFar(shown); err != nil {
		if again := o.host.SetFar(farDoorOf(o.kept)); again != nil {
			o.log.Error("the door is not as it was", "err", again)
		}
		return i, undo, err
	}
	o.kept, o.shut, closes = want, nil, func() {}
	if opened != nil || !want.Mapped {
		o.routed, closes = nil, o.swap(opened)
	}
	o.hangUp()
	i = o.invitation()
	o.kept = shown
	return i, closes, nil
}

// errOwnPort says that the port for friends from outside is one at which this node is on its network.
var errOwnPort = errors.New("node: fives itself has it")

// whyShut is why the door is not opened at a port.
func (o *farDoor) whyShut(port int, err error) error {
	own := func(a ma.Multiaddr) bool {
		at, err := a.ValueForProtocol(ma.P_TCP)
		return err == nil && at == strconv.Itoa(port)
	}
	if errors.Is(err, host.ErrFarPort) && slices.ContainsFunc(o.host.ListenAddrs(), own) {
		err = errOwnPort
	}
	return err
}

// isOpen reports whether the door is open for anybody.
func isOpen(f store.Far) bool { return f.On || len(f.Stays) > 0 }

// farDoorOf is the door of an invitation.
func farDoorOf(f store.Far) host.FarDoor {
	return host.FarDoor{Port: f.Door, Secret: f.Secret, Old: f.Old, Stays: staysIn(f)}
}

// end ends an invitation; its link is taken back. The door is left open for those who may stay, and for
// a moment for those who may not.
func (o *farDoor) end() (api.FarInvitation, error) {
	want := o.takenBack()
	o.mu.Lock()
	closes, err := o.narrow(want)
	i := o.invitation()
	o.mu.Unlock()
	closes()
	return i, err
}

// narrow lets in fewer than before, whether or not that can be stored; closes is as that of begin. mu
// must be held: what is noted of the invitation as it was must not be stored after this, or a link that
// was taken back would be good again.
func (o *farDoor) narrow(to store.Far) (closes func(), err error) {
	err = o.store.SetFar(to)
	door := farDoorOf(to)
	door.Tells = true
	o.kept, o.shut = to, o.whyShut(to.Door, o.host.SetFar(door))
	o.hangUp()
	return o.closeDoor(), err
}

// hangUp hangs up on those who came by a link that was taken back, and may not stay. mu must be held.
func (o *farDoor) hangUp() {
	if o.host.HangUpFar() > 0 {
		o.tells = time.Now().Add(tellTime)
	}
}

// tellTime is for how long the door tells that a link was taken back to those who were in by it: at once
// they try again.
const tellTime = time.Minute

// closeDoor closes a door behind which nobody is any more, and that has nobody to tell; closes is as that of
// begin. mu must be held.
func (o *farDoor) closeDoor() (closes func()) {
	if isOpen(o.kept) {
		return func() {}
	}
	if o.routed = nil; time.Now().Before(o.tells) {
		return func() {}
	}
	o.shut = o.host.SetFar(host.FarDoor{})
	return o.swap(nil)
}

// tick opens the door again after a restart, and notes who has come. It waits for nothing but the store,
// and does nothing while somebody changes the invitation.
func (o *farDoor) tick(ctx context.Context) {
	if !o.changing.TryLock() {
		return
	}
	if !o.note() {
		o.changing.Unlock()
		return
	}
	o.work.Go(func() {
		defer o.changing.Unlock()
		o.askAgain(ctx)
	})
}

// note does what a tick does, and reports whether the router has to be asked.
func (o *farDoor) note() (ask bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	now := time.Now()
	o.noteStays(now)
	if !isOpen(o.kept) && o.host.FarOpen() != 0 && !now.Before(o.tells) {
		o.work.Go(o.closeDoor())
	}
	if !isOpen(o.kept) || o.closed {
		return false
	}
	if o.host.FarOpen() == 0 {
		o.shut = o.whyShut(o.kept.Door, o.host.SetFar(farDoorOf(o.kept)))
	}
	o.noteRouter()
	o.noteCame()
	o.noteSeated()
	return o.kept.Mapped && o.ask != nil && o.opening == nil && !now.Before(o.askAt)
}

// noteCame notes who has come by the link.
func (o *farDoor) noteCame() {
	if !o.kept.On {
		return
	}
	before := o.kept
	if v := o.host.FarVisits().Came; v.Count > 0 && v.Last.Unix() >= o.kept.Came {
		who := streams.NodeOf(v.Who)
		if who != o.kept.Who {
			o.kept.Name = ""
		}
		o.kept.Came, o.kept.Who = v.Last.Unix(), who
	}
	o.kept.Name = cmp.Or(o.directory.Name(o.kept.Who), o.kept.Name) // it is heard after they came
	if o.kept.Came != before.Came || o.kept.Who != before.Who || o.kept.Name != before.Name {
		o.keep()
	}
}

func (o *farDoor) keep() {
	if err := o.store.SetFar(o.kept); err != nil {
		o.log.Error("the far invitation is not stored", "err", err)
	}
}

// close has the router close the port, but does not end the invitation.
func (o *farDoor) close() {
	o.mu.Lock()
	o.closed = true
	closes := o.swap(nil)
	o.mu.Unlock()
	closes()
}
