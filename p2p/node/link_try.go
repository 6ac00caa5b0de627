package node

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"time"

	"fives/engine/record"
	"fives/p2p/api"
	"fives/p2p/far"
	"fives/p2p/host"
	"fives/p2p/streams"
)

// A try is one that is under way.
type try struct {
	cancel context.CancelFunc // nil if a person waits for it
	over   chan struct{}
}

// linkTime is the longest time for one: a name, a handshake.
const linkTime = 15 * time.Second

// begin notes that a link to a node is tried until over is called. mu must be held, but not for over.
func (l *links) begin(node record.Key, cancel context.CancelFunc) (over func()) {
	t := &try{cancel, make(chan struct{})}
	l.trying[node] = t
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		if t.cancel != nil {
			t.cancel()
		}
		delete(l.trying, node)
		close(t.over)
	}
}

// alone begins a try for a person, who waits for no other than another person's.
func (l *links) alone(ctx context.Context, node record.Key) (over func(), err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for l.trying[node] != nil {
		t := l.trying[node]
		if t.cancel != nil {
			t.cancel()
		}
		l.mu.Unlock()
		select {
		case <-t.over:
		case <-ctx.Done():
			err = ctx.Err()
		}
		if l.mu.Lock(); err != nil {
			return nil, err
		}
	}
	return l.begin(node, nil), nil
}

// try tries a link that is kept.
func (l *links) try(ctx context.Context, k *link) {
	err := l.dial(ctx, k.To)
	l.mu.Lock()
	defer l.mu.Unlock()
	node := k.To.Node
	switch {
	case ctx.Err() != nil:
	case l.kept[node] == nil: // it was forgotten meanwhile
		l.host.RemoveLink(streams.PeerOf(node))
	default:
		l.note(k, err)
	}
}

// dial connects to the node of a link. If that is connected in whatever way, the link is tried beside it.
func (l *links) dial(ctx context.Context, to far.Link) error {
	ctx, cancel := context.WithTimeout(ctx, linkTime)
	defer cancel()
	addrs, err := l.lookup.resolve(ctx, to.Host)
	if err != nil {
		return notFound(err)
	}
	way := host.Link{Node: streams.PeerOf(to.Node), Secret: to.Secret}
	for _, a := range addrs {
		way.At = append(way.At, netip.AddrPortFrom(a, to.Port)) // the host takes the first few that may be dialled
	}
	if l.host.Direct(way.Node) {
		if err := l.host.TryLink(ctx, way); err != nil {
			return err
		}
	}
	if err := l.host.SetLink(way); err != nil {
		return err
	}
	return l.host.ConnectByLink(ctx, way.Node)
}

// A lookup returns the IP addresses of a name.
type lookup func(ctx context.Context, name string) ([]netip.Addr, error)

func lookUp(ctx context.Context, name string) ([]netip.Addr, error) {
	return net.DefaultResolver.LookupNetIP(ctx, "ip", name)
}

// resolve returns the IP addresses of a machine that is named by one, or by a name.
func (l lookup) resolve(ctx context.Context, name string) ([]netip.Addr, error) {
	if ip, err := netip.ParseAddr(name); err == nil {
		return []netip.Addr{ip}, nil
	}
	all, err := l(ctx, name)
	for i := range all {
		all[i] = all[i].Unmap()
	}
	return all, err
}

// errNoName says that nobody has the name in a link.
var errNoName = errors.New("node: there is no such name")

// notFound says why a name leads to no address. If nobody can say whether there is such a name, this
// machine has no way to those who could.
func notFound(err error) error {
	var dns *net.DNSError
	if errors.As(err, &dns) && dns.IsNotFound {
		return errors.Join(errNoName, err)
	}
	return errors.Join(host.ErrNoWay, err)
}

// ofLink returns the reason why a link led nowhere.
func ofLink(err error) api.Reason {
	for is, reason := range linkReasons {
		if errors.Is(err, is) {
			return reason
		}
	}
	return api.ReasonLinkSilent
}

// linkReasons are the reasons for a link's errors, of which no error is two.
var linkReasons = map[error]api.Reason{
	host.ErrOldLink:      api.ReasonLinkOld,
	host.ErrDoorFull:     api.ReasonLinkFull,
	host.ErrHangsUp:      api.ReasonLinkHangsUp,
	host.ErrUnknownLink:  api.ReasonLinkUnknown,
	host.ErrSomebodyElse: api.ReasonLinkOther,
	host.ErrLinkAddress:  api.ReasonLinkAstray,
	host.ErrNoWay:        api.ReasonLinkNoWay,
	host.ErrNoIPv6:       api.ReasonLinkNoIPv6,
	errNoName:            api.ReasonLinkNoName,
}
