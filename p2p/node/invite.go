package node

import (
	"cmp"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/libp2p/go-libp2p/core/peer"
	ma "github.com/multiformats/go-multiaddr"
	manet "github.com/multiformats/go-multiaddr/net"

	"fives/engine/games"
	"fives/engine/record"
	"fives/p2p/api"
	"fives/p2p/host"
	"fives/p2p/lobby"
	"fives/p2p/near"
	"fives/p2p/peers"
	"fives/p2p/store"
	"fives/p2p/streams"
)

// Pages are what browsers get from the port of an invitation, beside the WebSocket.
type Pages interface {
	http.Handler
	// Open is called when an invitation has begun, and when it is asked for again. An
	// error takes back one that has begun. paths are the secret parts of the addresses of
	// this invitation and of those before it, the latest first: they are for its guests,
	// and for nobody else. Requests are below the first one; but what asks for the script
	// of a service worker comes as it is, wherever that was.
	// The invitation has other addresses when the network is another one, so it is asked for
	// with each request, and not before Open has returned.
	Open(i func() api.Invitation, paths []string, name, archives string) error
	// Close is called when it has ended.
	Close() error
}

// maxListed is how many nodes a page is told of.
const maxListed = 64

// An inviter lets browsers in when the node's person wants that.
type inviter struct {
	self      record.Key
	name      string // the node's nickname
	host      *host.Host
	network   *streams.Network
	directory *peers.Directory
	tables    *tables
	open      func() []api.Offer // tables of this node's with free seats
	pages     Pages              // nil for nothing
	store     Store
	log       *slog.Logger

	mu    sync.Mutex // guards the rest, and what begins and ends
	since time.Time
	kept  store.Invitation // as it is stored
	shut  error            // why guests cannot come back, nil if they can or it was not tried
	// awaited is until when those are guests who were when the node ended.
	awaited time.Time
	// closed says that the node ends; the invitation need not.
	closed bool

	// under is the path under which everything is served, as in "/k7fdo2xn4wqb".
	under atomic.Pointer[string]
	came  comers
}

// comers are the addresses that have asked for something below the path of an invitation, as
// only those can who were given it: who comes from there goes before a stranger (PROTOCOL §2.5).
type comers struct {
	mu   sync.Mutex
	from map[netip.Addr]bool
}

// maxComers is how many addresses are remembered.
const maxComers = 1024

func (c *comers) add(at netip.Addr) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.from == nil || len(c.from) >= maxComers {
		c.from = map[netip.Addr]bool{}
	}
	c.from[at] = true
}

func (c *comers) has(at netip.Addr) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.from[at]
}

// forget forgets all of them.
func (c *comers) forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.from = nil
}

func (i *inviter) invite(q api.InviteRequest) (api.Invitation, error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if q.Off {
		err := i.uninvite()
		i.kept.On = false
		return i.invitation(), errors.Join(err, i.keep())
	}
	before := i.host.Invites()
	if before != 0 && q.Archives == "" {
		return i.invitation(), nil // what it offers stays offered
	}
	if err := i.let(q.Port); err != nil {
		return api.Invitation{}, cannotInvite(err)
	}
	if i.pages != nil {
		if err := i.pages.Open(i.now, i.paths(), i.name, q.Archives); err != nil {
			if before == 0 {
				_ = i.uninvite() // why it has to end says more
			}
			return api.Invitation{}, cannotInvite(err)
		}
	}
	i.kept.On, i.kept.Port, i.kept.Archives = true, i.host.Invites(), q.Archives
	i.mustKeep()
	return i.invitation(), nil
}

// Invite lets browsers in, or ends that.
func (n *Node) Invite(q api.InviteRequest) (api.Invitation, error) {
	return n.inviter.invite(q)
}

// Invitation says whether browsers are let in, and where.
func (n *Node) Invitation() api.Invitation { return n.inviter.now() }

// newUnder draws the path under which an invitation is served. Nobody can have
// known it before, so nothing below it is in any browser's memory: whoever had this address
// before may have left what he likes there, and it is not met again.
func newUnder() string { return "/" + strings.ToLower(rand.Text()[:underLength]) }

const underLength = 12 // letters and digits of five bits, typed by those who cannot scan a code

// let begins an invitation if there is none. If guests are at a table, it is the one by
// which they came, as far as that can be had.
func (i *inviter) let(port int) error {
	if i.host.Invites() != 0 {
		return nil
	}
	path := newUnder()
	if port == 0 && len(i.kept.Guests) > 0 && i.host.InviteAgain(i.kept.Port) == nil {
		port, path = i.kept.Port, cmp.Or(i.kept.Path, path)
	}
	if _, err := i.host.Invite(port); err != nil {
		return err
	}
	i.begin(path)
	return nil
}

// maxBefore is how many former invitations are remembered.
const maxBefore = 64

// begin serves what there is under a path. Who was given another one comes as a stranger.
func (i *inviter) begin(path string) {
	was := i.kept.Path
	if was != path {
		i.came.forget()
	}
	if was != "" && was != path {
		i.kept.Before = append([]string{was}, i.kept.Before[:min(len(i.kept.Before), maxBefore-1)]...)
	}
	i.since, i.kept.Path = time.Now(), path
	i.under.Store(&path)
}

// paths are the secret parts of the addresses of this invitation and of those before it.
func (i *inviter) paths() []string {
	all := append([]string{i.kept.Path}, i.kept.Before...)
	for n := range all {
		all[n] = strings.TrimPrefix(all[n], "/")
	}
	return all
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

// urls are the pages at addresses for browsers.
func (i *inviter) urls(addrs []ma.Multiaddr) (list []string) {
	for _, a := range addrs {
		if _, at, err := manet.DialArgs(a[:2]); err == nil {
			list = append(list, "http://"+at+*i.under.Load()+"/")
		}
	}
	return list
}

// byName is the address of the pages by the node's name, "" while nobody is invited.
func (i *inviter) byName() string {
	port, under := i.host.Invites(), i.under.Load()
	if port == 0 || under == nil {
		return ""
	}
	return fmt.Sprintf("http://%s:%d%s/", near.Name([]byte(i.host.ID())), port, *under)
}

// serve answers what is no WebSocket on the port of the invitation (PROTOCOL §2.4).
func (i *inviter) serve(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store") // not here, and not by whoever has this address next
	under := i.under.Load()
	switch {
	case r.Header.Get("Service-Worker") != "" && i.pages != nil:
		i.pages.ServeHTTP(w, r)
	case under == nil || r.URL.Path != *under && !strings.HasPrefix(r.URL.Path, *under+"/"):
		http.Error(w, "Here is nothing. Open the whole address of an invitation.", http.StatusNotFound)
	case r.URL.Path == *under: // typed without its end
		http.Redirect(w, r, *under+"/", http.StatusTemporaryRedirect)
	default:
		http.StripPrefix(*under, http.HandlerFunc(i.serveBelow)).ServeHTTP(w, r)
	}
}

func (i *inviter) serveBelow(w http.ResponseWriter, r *http.Request) {
	if at, ok := cameFrom(r); ok {
		i.came.add(at)
	}
	switch {
	case r.URL.Path == "/nodes.json":
		i.serveNodes(w, r)
	case i.pages != nil:
		i.pages.ServeHTTP(w, r)
	default:
		http.Error(w, "This program was built without pages for browsers.", http.StatusNotFound)
	}
}

// listed is a node that a page can dial.
type listed struct {
	Name        string   `json:"name"`
	Fingerprint string   `json:"fingerprint"`
	Peer        string   `json:"peer"`
	Self        bool     `json:"self"`
	Addresses   []string `json:"addresses"`
}

// offered is an open table, as a page shows it before its own node can ask.
type offered struct {
	ID    string   `json:"id"`
	Game  string   `json:"game"` // its title
	Seats int      `json:"seats"`
	Taken []string `json:"taken"` // names, the host's first
}

// offered lists the open tables of this node that are not private: it says the same to
// every node that asks.
func (i *inviter) offered() []offered {
	list := []offered{}
	for _, o := range i.open() {
		rs, err := games.Find(o.Game)
		if o.Private || err != nil || len(list) == lobby.MaxOffers {
			continue
		}
		list = append(list, offered{o.ID, rs.Title, o.Seats, o.Taken})
	}
	return list
}

func (i *inviter) serveNodes(w http.ResponseWriter, r *http.Request) {
	own := i.listed(i.host.ID(), i.name, i.self, onLoopback(r))
	own.reachedAt(r)
	list := []listed{own}
	for node, p := range i.directory.List() {
		if id, err := host.PeerID(node[:]); err == nil && i.network.Connected(node) && len(list) < maxListed {
			if l := i.listed(id, p.Name, node, onLoopback(r)); len(l.Addresses) > 0 {
				list = append(list, l)
			}
		}
	}
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("X-Content-Type-Options", "nosniff")
	_ = json.NewEncoder(w).Encode(map[string]any{"nodes": list, "tables": i.offered(), "by_name": i.byName()}) // whoever has hung up gets none
}

// listed describes a node for a page; a loopback address is of use only to one on the
// same machine.
func (i *inviter) listed(id peer.ID, name string, node record.Key, loopback bool) listed {
	l := listed{Name: name, Fingerprint: record.Fingerprint(node), Peer: id.String(), Self: node == i.self, Addresses: []string{}}
	for _, a := range i.host.WebSockets(id) {
		if loopback || !isLoopback(a) {
			l.Addresses = append(l.Addresses, fmt.Sprintf("%s/p2p/%s", a, id))
		}
	}
	return l
}

// reachedAt adds the address at which a page has asked, which leads to this node whatever
// others there are: on a machine without a network, the loopback is the only one.
func (l *listed) reachedAt(r *http.Request) {
	to, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if !ok {
		return
	}
	a, err := manet.FromNetAddr(to)
	if err != nil {
		return
	}
	if text := fmt.Sprintf("%s/ws/p2p/%s", a, l.Peer); !slices.Contains(l.Addresses, text) {
		l.Addresses = append(l.Addresses, text)
	}
}

// isPublic reports whether an address is of no local network. Browsers keep a page that
// came from one away from private addresses.
func isPublic(a ma.Multiaddr) bool {
	ip, err := manet.ToIP(a)
	if err != nil {
		return false
	}
	addr, _ := netip.AddrFromSlice(ip)
	return !near.Local(addr)
}

func isLoopback(a ma.Multiaddr) bool {
	ip, err := manet.ToIP(a)
	return err == nil && ip.IsLoopback()
}

func onLoopback(r *http.Request) bool {
	at, ok := cameFrom(r)
	return ok && at.IsLoopback()
}

// cameFrom is the address from which a request came.
func cameFrom(r *http.Request) (netip.Addr, bool) {
	at, err := netip.ParseAddrPort(r.RemoteAddr)
	return at.Addr().Unmap(), err == nil
}
