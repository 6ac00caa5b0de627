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

	"github.com/libp2p/go-libp2p/core/peer"
	ma "github.com/multiformats/go-multiaddr"

	"fives/engine/record"
	"fives/p2p/api"
	"fives/p2p/far"
	"fives/p2p/host"
	"fives/p2p/peers"
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
	plays     func(with func(record.Key) bool) bool                   // at a table of this node
	ask       func(ctx context.Context, port uint16) (Opening, error) // asks the router; nil where there is none
	log       *slog.Logger

	inviting sync.Mutex               // held while it begins or ends
	mu       sync.Mutex               // guards the rest
	kept     store.Far                // as it is stored
	before   int                      // how many had come when its link was made
	opening  Opening                  // of the router, nil if it was not asked
	busy     bool                     // the port is being opened, or the router asked, again
	askAt    time.Time                // not before
	shut     error                    // why the port cannot be had, nil if it can or it was not tried
	routed   error                    // why the router lets nobody through
	returned map[record.Key]time.Time // when those who may stay were last not connected
	closed   bool                     // the node is ending
}

// An Opening is a port of the router that leads to this machine.
type Opening interface {
	Outer() netip.Addr // the router's address on the internet
	Err() error        // an *[api.Error]: why it does not let anybody through at present
	Close()
}

// askAgain is how long after a failure the router is asked again.
const askAgain = 5 * time.Minute

// invite does what a request asks for.
func (o *farDoor) invite(ctx context.Context, q api.FarRequest) (api.FarInvitation, error) {
	o.inviting.Lock()
	defer o.inviting.Unlock()
	o.mu.Lock()
	was, opening := o.kept, o.opening
	o.mu.Unlock()
	if q.Off {
		return o.end(was, opening)
	}
	want, opened, err := o.wanted(ctx, q, was, opening != nil)
	if err != nil {
		return api.FarInvitation{}, err
	}
	if want.Secret != was.Secret {
		want.Stays = o.staysOf(was)
	}
	if err := o.begin(want, was); err != nil {
		if opened != nil {
			opened.Close()
		}
		return api.FarInvitation{}, err
	}
	if opening != nil && (opened != nil || !want.Mapped) {
		opening.Close()
		opening = nil
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.shut, o.routed = nil, nil
	if opened != nil {
		opening = opened
	}
	o.opening = opening
	o.host.HangUpFar()
	return o.invitation(), nil
}

// stayTime is the longest time for which somebody whose link was taken back stays for a game at which
// this node's person has no seat, and so cannot leave it.
const stayTime = 3 * time.Hour

// sayTime is how long somebody who is back has to say that the game is not over.
const sayTime = 10 * time.Second

// staysOf lists who may stay when the link of an invitation is taken back.
func (o *farDoor) staysOf(was store.Far) (stays []store.Stay) {
	for _, s := range was.Stays {
		if !o.host.HasLink(streams.PeerOf(s.Node)) {
			stays = append(stays, s)
		}
	}
	for _, id := range o.host.FarFriends() {
		if node := streams.NodeOf(id); was.On && o.host.HasLink(id) && (o.seated(node) || o.directory.Plays(node)) {
			stays = append(stays, store.Stay{Node: node, Secret: was.Secret, Until: time.Now().Add(stayTime).Unix()})
		}
	}
	return stays
}

// seated reports whether a node plays at a table of this node.
func (o *farDoor) seated(node record.Key) bool {
	return o.plays(func(other record.Key) bool { return other == node })
}

// mayStay reports whether somebody whose link was taken back still may stay. mu must be held.
func (o *farDoor) mayStay(s store.Stay, now time.Time) bool {
	id := streams.PeerOf(s.Node)
	switch {
	case o.host.HasLink(id): // another one
		return false
	case o.seated(s.Node):
		return true
	case now.Unix() >= s.Until:
		return false
	case !o.host.Direct(id):
		o.returned[s.Node] = now
		return true
	}
	return o.directory.Plays(s.Node) || now.Sub(o.returned[s.Node]) < sayTime
}

// noteStays hangs up on those who may stay no longer. mu must be held.
func (o *farDoor) noteStays(now time.Time) {
	if len(o.kept.Stays) == 0 {
		return
	}
	stays := slices.DeleteFunc(slices.Clone(o.kept.Stays), func(s store.Stay) bool { return !o.mayStay(s, now) })
	if len(stays) == len(o.kept.Stays) {
		return
	}
	o.kept.Stays = stays
	o.keep()
	o.host.StayFar(staysIn(o.kept))
	if isOpen(o.kept) {
		o.host.HangUpFar()
		return
	}
	o.host.CloseFar()
	o.host.HangUpFar()
	if opening := o.opening; opening != nil {
		o.opening = nil
		o.work.Go(opening.Close)
	}
}

// isOpen reports whether the door is open for anybody.
func isOpen(f store.Far) bool { return f.On || len(f.Stays) > 0 }

func staysIn(f store.Far) map[peer.ID]far.Secret {
	stays := map[peer.ID]far.Secret{}
	for _, s := range f.Stays {
		stays[streams.PeerOf(s.Node)] = s.Secret
	}
	return stays
}

// wanted returns the invitation that a request asks for, and what the router has opened for it. routed
// says that the router has opened the port of the present one.
func (o *farDoor) wanted(ctx context.Context, q api.FarRequest, was store.Far, routed bool) (want store.Far, opened Opening, err error) {
	want = was
	if !was.On || q.New {
		want.Secret, want.Since = far.NewSecret(), time.Now().Unix()
		want.Came, want.Who, want.Name = 0, record.Key{}, ""
		if was.On {
			want.Old = withOld(was)
		}
	}
	want.On = true
	switch {
	case q.Address != "":
		name, port, err := far.ParseHostPort(q.Address)
		if err != nil || !o.mayName(name) {
			return want, nil, api.Fail(api.ReasonBadHost, api.Data{Address: q.Address})
		}
		want.Host, want.Port, want.Door, want.Mapped = name, int(port), cmp.Or(q.Port, int(port)), false
	case was.On && !was.Mapped, isOpen(was) && was.Mapped && routed && (q.Port == 0 || q.Port == was.Door):
		want.Door = cmp.Or(q.Port, was.Door)
	default:
		want.Door = cmp.Or(q.Port, far.DefaultPort)
		want.Port, want.Mapped = want.Door, true
		if opened, err = o.askRouter(ctx, want.Port); err != nil {
			return want, nil, err
		}
		want.Host = opened.Outer().String()
	}
	return want, opened, nil
}

// mayName reports whether a link may name a machine: a name, or an address that leads there from
// somewhere else.
func (o *farDoor) mayName(name string) bool {
	ip, err := netip.ParseAddr(name)
	nowhere := ip.IsUnspecified() || ip.IsLoopback() || ip.IsMulticast() || ip.IsLinkLocalUnicast() || ip.Is4() && (ip.As4()[0] == 0 || ip.As4()[0] >= 240)
	return err != nil || o.host.LinkReaches(ip) || !nowhere
}

func (o *farDoor) askRouter(ctx context.Context, port int) (Opening, error) {
	if o.ask == nil {
		return nil, api.Fail(api.ReasonNoRouter, api.Data{})
	}
	return o.ask(ctx, uint16(port))
}

// withOld returns the knocks of former links once that of an invitation is one.
func withOld(of store.Far) []far.Knock {
	return append([]far.Knock{of.Secret.Knock()}, of.Old[:min(len(of.Old), store.MaxOld-1)]...)
}

// begin opens the door for an invitation, and stores it.
func (o *farDoor) begin(want, was store.Far) error {
	if _, err := o.host.OpenFar(farDoorOf(want)); err != nil {
		return o.cannotOpen(want.Door, err)
	}
	err := o.keepAll(want)
	if err == nil {
		return nil
	}
	if !isOpen(was) {
		o.host.CloseFar()
	} else if _, again := o.host.OpenFar(farDoorOf(was)); again != nil {
		o.log.Error("the door is not as it was", "err", again)
	}
	return err
}

// keepAll stores an invitation in place of the present one, in one go with tick: what that notes of the
// one before must not be stored after it, or a link that was taken back would be good again.
func (o *farDoor) keepAll(want store.Far) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	err := o.store.SetFar(want)
	if err != nil {
		return err
	}
	if want.Secret != o.kept.Secret {
		o.before = o.host.FarVisits().Came.Count
	}
	o.kept = want
	return nil
}

// errOwnPort says that the port for friends from outside is one at which this node is on its network.
var errOwnPort = errors.New("node: fives itself has it")

func (o *farDoor) cannotOpen(port int, err error) error {
	own := func(a ma.Multiaddr) bool {
		at, err := a.ValueForProtocol(ma.P_TCP)
		return err == nil && at == strconv.Itoa(port)
	}
	if errors.Is(err, host.ErrFarPort) && slices.ContainsFunc(o.host.ListenAddrs(), own) {
		err = errOwnPort
	}
	return api.Fail(api.ReasonFarPort, api.Data{Detail: plainError(err), Port: port})
}

// farDoorOf is the door of an invitation.
func farDoorOf(f store.Far) host.FarDoor {
	return host.FarDoor{Port: f.Door, Secret: f.Secret, Old: f.Old, Shut: !f.On, Stays: staysIn(f)}
}

// end ends an invitation; its link is taken back. The door is left open for those who may stay.
func (o *farDoor) end(was store.Far, opening Opening) (api.FarInvitation, error) {
	want := was
	if was.On {
		want.On, want.Secret, want.Old, want.Stays = false, far.Secret{}, withOld(was), o.staysOf(was)
	}
	if !isOpen(want) && opening != nil {
		opening.Close()
		opening = nil
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	err := o.store.SetFar(want) // not before, see keepAll
	o.kept, o.opening, o.shut, o.routed = want, opening, nil, nil
	o.host.ShutFar(staysIn(want))
	o.host.HangUpFar()
	return o.invitation(), err
}

// tick opens the door again after a restart, and notes who has come. It waits for nothing but the store.
func (o *farDoor) tick(ctx context.Context) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.noteStays(time.Now())
	if !isOpen(o.kept) || o.closed {
		return
	}
	mayAsk := o.kept.Mapped && o.ask != nil && o.opening == nil && !time.Now().Before(o.askAt)
	if !o.busy && (o.host.FarOpen() == 0 || mayAsk) {
		o.busy = true
		o.work.Go(func() { o.again(ctx) })
	}
	o.noteRouter()
	if v := o.host.FarVisits().Came; o.kept.On && v.Count > o.before && v.Last.Unix() > o.kept.Came {
		who := streams.NodeOf(v.Who)
		if who != o.kept.Who {
			o.kept.Name = ""
		}
		o.kept.Came, o.kept.Who = v.Last.Unix(), who
		o.keep()
	}
	if name := o.directory.Name(o.kept.Who); o.kept.On && name != "" && name != o.kept.Name { // it is heard after they came
		o.kept.Name = name
		o.keep()
	}
}

// noteRouter notes what the router says, whose address may change.
func (o *farDoor) noteRouter() {
	if o.opening == nil {
		return
	}
	o.routed = o.opening.Err()
	if at := o.opening.Outer(); o.routed == nil && at.IsValid() && at.String() != o.kept.Host {
		o.kept.Host = at.String()
		o.keep()
	}
}

// again opens the door, and asks the router, for an invitation from before a restart.
func (o *farDoor) again(ctx context.Context) {
	o.inviting.Lock() // not while somebody begins or ends one
	defer o.inviting.Unlock()
	o.mu.Lock()
	of, opening := o.kept, o.opening
	o.mu.Unlock()
	var shut, routed error
	if isOpen(of) && o.host.FarOpen() == 0 {
		_, shut = o.host.OpenFar(farDoorOf(of))
	}
	if isOpen(of) && of.Mapped && opening == nil {
		opening, routed = o.askRouter(ctx, of.Port)
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.busy, o.shut, o.routed = false, shut, routed
	if routed != nil {
		o.askAt, opening = time.Now().Add(askAgain), nil
	}
	o.opening = opening
	if (o.closed || !isOpen(o.kept)) && opening != nil {
		o.opening = nil
		opening.Close()
	}
}

func (o *farDoor) keep() {
	if err := o.store.SetFar(o.kept); err != nil {
		o.log.Error("the far invitation is not stored", "err", err)
	}
}

// now is what status says, nil if there is nothing to say.
func (o *farDoor) now() *api.Outside {
	o.mu.Lock()
	defer o.mu.Unlock()
	i := o.invitation().Outside
	if !i.On && i.Without.Count == 0 && len(i.Left) == 0 {
		return nil
	}
	return &i
}

// invitation shows how it is. mu must be held.
func (o *farDoor) invitation() api.FarInvitation {
	visits := o.host.FarVisits()
	i := api.FarInvitation{Outside: api.Outside{On: o.kept.On, In: visits.In, Without: visit(o.host.Strangers())}}
	for _, s := range o.kept.Stays {
		i.Left = append(i.Left, o.nameOf(s.Node))
	}
	if !o.kept.On {
		return i
	}
	l := far.Link{Host: o.kept.Host, Port: uint16(o.kept.Port), Node: o.self, Secret: o.kept.Secret}
	i.Address, i.Port, i.Router, i.Since = l.At(), o.kept.Door, o.kept.Mapped, time.Unix(o.kept.Since, 0).UTC()
	if visits.Came.Count == o.before {
		visits.Came = host.Visit{}
	}
	i.Came, i.Old, i.Full, i.Unknown = visit(visits.Came), visit(visits.Old), visit(visits.Full), visit(visits.Unknown)
	if o.kept.Came != 0 {
		i.Came.Time, i.Came.Name = time.Unix(o.kept.Came, 0).UTC(), o.nameOf(o.kept.Who)
	}
	i.Link = l.String(o.network)
	return i
}

func visit(v host.Visit) api.Visit {
	shown := api.Visit{Count: v.Count}
	if v.Count > 0 {
		shown.Time = v.Last.UTC()
	}
	if v.From.IsValid() {
		shown.Address = v.From.String()
	}
	return shown
}

// nameOf is what a node calls itself, or did when it last came; mu must be held.
func (o *farDoor) nameOf(node record.Key) string {
	before := ""
	if node == o.kept.Who {
		before = o.kept.Name
	}
	return cmp.Or(o.directory.Name(node), before, record.Fingerprint(node))
}

// warnings says why nobody can come although somebody is invited.
func (o *farDoor) warnings() (all []api.Warning) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.shut != nil {
		all = append(all, api.Warning{Code: api.WarnFarPort, Port: o.kept.Door, Detail: plainError(o.shut)})
	}
	var why *api.Error
	if errors.As(o.routed, &why) {
		all = append(all, api.Warning{Code: api.WarnFarRouter, Port: o.kept.Port, Detail: string(why.Reason), Address: why.Address})
	}
	return all
}

// close has the router close the port, but does not end the invitation.
func (o *farDoor) close() {
	o.mu.Lock()
	o.closed = true
	opening := o.opening
	o.opening = nil
	o.mu.Unlock()
	if opening != nil {
		opening.Close()
	}
}
