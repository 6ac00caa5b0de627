package node

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	ma "github.com/multiformats/go-multiaddr"
	manet "github.com/multiformats/go-multiaddr/net"

	"fives/engine/record"
	"fives/p2p/api"
	"fives/p2p/faces"
	"fives/p2p/host"
	"fives/p2p/near"
	"fives/p2p/peers"
	"fives/p2p/store"
	"fives/p2p/streams"
)

// An inviter lets browsers in when the node's person wants that.
type inviter struct {
	self      record.Key
	name      string // the node's nickname
	host      *host.Host
	network   *streams.Network
	directory *peers.Directory
	tables    *tables
	offered   func(context.Context, time.Duration) []api.Offer // the tables that somebody who comes now finds
	faces     *faces.Faces
	pages     Pages // nil for none
	store     Store
	log       *slog.Logger

	mu    sync.Mutex // guards the rest, and the beginning and ending of an invitation
	since time.Time
	kept  store.Invitation // as it is stored
	shut  error            // why guests cannot come back, nil if they can or it was not tried
	// Until awaited, the guests from before the restart count as guests.
	awaited time.Time
	// answered has the addresses from which keys have last answered at this invitation.
	answered map[record.Key]netip.Addr
	// closed says that the node is ending, though the invitation need not.
	closed bool

	// under is the path under which everything is served, as in "/k7fdo2xn4wqb", but for what lies on
	// the shelf, a path like it (PROTOCOL §2.4).
	under, shelf atomic.Pointer[string]
	came         comers
	view         onView
}

func (i *inviter) invite(q api.InviteRequest) (api.Invitation, error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if q.Off {
		err := i.uninvite()
		i.kept.On = false
		return i.invitation(), errors.Join(err, i.keep())
	}
	i.note()
	if err := i.moves(&q); err != nil {
		return api.Invitation{}, err
	}
	before := i.host.Invites()
	if before != 0 && q.Archives == "" {
		return i.invitation(), nil // what it offers stays offered
	}
	if err := i.beginIfNone(q); err != nil {
		return api.Invitation{}, cannotInvite(err)
	}
	if i.pages != nil {
		if err := i.openPages(q.Archives); err != nil {
			if before == 0 {
				_ = i.uninvite() // err says why it has to end
			}
			return api.Invitation{}, cannotInvite(err)
		}
	}
	i.kept.On, i.kept.Port, i.kept.Archives = true, i.host.Invites(), q.Archives
	i.mustKeep()
	return i.invitation(), nil
}

// Invite lets browsers in, or stops letting them in, and returns the invitation as it then is.
func (n *Node) Invite(q api.InviteRequest) (api.Invitation, error) {
	return n.inviter.invite(q)
}

// Invitation returns whether browsers are let in, and where.
func (n *Node) Invitation() api.Invitation { return n.inviter.now() }

// newUnder returns a random path to serve an invitation under. Since nobody can have known it
// before, no browser has anything stored for it: whatever somebody who had this machine's address
// earlier has left in a browser is under another path.
func newUnder() string { return "/" + strings.ToLower(rand.Text()[:underLength]) }

const underLength = 12 // letters and digits of five bits, typed by those who cannot scan a code

// moves prepares for another address than the guests know, if q wants one. It refuses if some of them have seats,
// unless q says that this is meant. For another path it ends the invitation that is on.
func (i *inviter) moves(q *api.InviteRequest) error {
	on := i.host.Invites()
	if !q.New && (on != 0 || q.Port == 0 || q.Port == i.kept.Port) {
		return nil
	}
	if lost := i.guestNames(); len(lost) > 0 && !q.Sure {
		return api.Fail(api.ReasonLosesGuests, api.Data{Names: lost})
	}
	if !q.New {
		return nil
	}
	q.Port = cmp.Or(q.Port, on)
	return i.uninvite()
}

// beginIfNone begins an invitation if there is none. While there are guests, or for a day after that if nobody has
// ended it, it has the path of the one that they came by, and its port if that is free, unless q wants another: their
// pages know nothing else.
func (i *inviter) beginIfNone(q api.InviteRequest) error {
	if i.host.Invites() != 0 {
		return nil
	}
	port, path := q.Port, newUnder()
	if i.stays() && !q.New {
		path = cmp.Or(i.kept.Path, path)
		if port == 0 && i.host.InviteAgain(i.kept.Port) == nil {
			port = i.kept.Port
		}
	}
	if _, err := i.host.Invite(port); err != nil {
		return err
	}
	i.begin(path)
	return nil
}

// maxBefore is the largest number of earlier invitations that are remembered.
const maxBefore = 64

// begin starts serving under a path. Whoever was given another path comes as a stranger, and what is known
// of the keys of its guests is of no use any more. Of that path only a hash is kept.
func (i *inviter) begin(path string) {
	if was := i.kept.Path; was != path {
		i.came.forget()
		i.answered, i.kept.Keys = nil, nil
		if was != "" {
			name := api.PlaceName(strings.TrimPrefix(was, "/"))
			i.kept.Before = append([]string{name}, i.kept.Before[:min(len(i.kept.Before), maxBefore-1)]...)
		}
	}
	i.since, i.kept.Path = time.Now(), path
	i.kept.Shelf = cmp.Or(i.kept.Shelf, newUnder())
	shelf := i.kept.Shelf
	i.under.Store(&path)
	i.shelf.Store(&shelf)
}

// secret returns the secret part of the invitation's address.
func (i *inviter) secret() string { return strings.TrimPrefix(i.kept.Path, "/") }

// openPages begins to serve the pages.
func (i *inviter) openPages(archives string) error {
	return i.pages.Open(i.now, i.secret(), i.kept.Shelf, slices.Clone(i.kept.Before), i.name, archives)
}

func (i *inviter) now() api.Invitation {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.invitation()
}

func (i *inviter) uninvite() error {
	if i.host.Invites() == 0 {
		return nil
	}
	i.host.Uninvite()
	if i.pages == nil {
		return nil
	}
	return i.pages.Close()
}

func cannotInvite(err error) error {
	return api.Fail(api.ReasonCannotInvite, api.Data{Detail: err.Error()})
}

func (i *inviter) invitation() api.Invitation {
	now := api.Invitation{Port: i.host.Invites(), URLs: []string{}, Addresses: []string{}, Fingerprint: record.Fingerprint(i.self)}
	if now.Port == 0 {
		return now
	}
	now.On, now.Since, now.ByName = true, i.since, i.byName()
	near, tunnels := i.host.Reach()
	near, tunnels = host.OnlyWebSockets(near), host.OnlyWebSockets(tunnels)
	now.URLs, now.Tunnels = append(now.URLs, i.urls(near)...), i.urls(tunnels)
	now.Public = len(near) > 0 && isPublic(near[0])
	for _, a := range append(near, tunnels...) {
		now.Addresses = append(now.Addresses, fmt.Sprintf("%s/p2p/%s", a, i.host.ID()))
	}
	return now
}

// urls returns the URLs of the pages at addresses for browsers.
func (i *inviter) urls(addrs []ma.Multiaddr) (list []string) {
	for _, a := range addrs {
		if _, at, err := manet.DialArgs(a[:2]); err == nil {
			list = append(list, "http://"+at+*i.under.Load()+"/")
		}
	}
	return list
}

// byName returns the URL of the pages with the node's host name, "" without an invitation.
func (i *inviter) byName() string {
	port, under := i.host.Invites(), i.under.Load()
	if port == 0 || under == nil {
		return ""
	}
	return fmt.Sprintf("http://%s:%d%s/", near.Name([]byte(i.host.ID())), port, *under)
}

// isPublic reports whether an address belongs to no local network. Browsers keep a page that came
// from a public address away from private addresses.
func isPublic(a ma.Multiaddr) bool {
	ip, err := manet.ToIP(a)
	if err != nil {
		return false
	}
	addr, _ := netip.AddrFromSlice(ip)
	return !near.Local(addr)
}
