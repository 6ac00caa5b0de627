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

// Pages serves what browsers get from the port of an invitation, apart from the WebSocket.
type Pages interface {
	http.Handler
	// Open is called when an invitation has begun, and when it is asked for again. If Open fails,
	// an invitation that has just begun ends. paths are the secret parts of the addresses of this
	// invitation and of those before it, the latest first; only its guests may learn them.
	// Requests come with paths below the first one, except requests for the script of a service
	// worker, which come with their whole path.
	// i returns the invitation, whose addresses change with the network: call it for each request,
	// and not before Open has returned.
	Open(i func() api.Invitation, paths []string, name, archives string) error
	// Close is called when the invitation has ended.
	Close() error
}

// maxListed is the largest number of nodes that a page is told about.
const maxListed = 64

// An inviter lets browsers in when the node's person wants that.
type inviter struct {
	self      record.Key
	name      string // the node's nickname
	host      *host.Host
	network   *streams.Network
	directory *peers.Directory
	tables    *tables
	open      func() []api.Offer // this node's tables with free seats
	pages     Pages              // nil for none
	store     Store
	log       *slog.Logger

	mu    sync.Mutex // guards the rest, and the beginning and ending of an invitation
	since time.Time
	kept  store.Invitation // as it is stored
	shut  error            // why guests cannot come back, nil if they can or it was not tried
	// Until awaited, the guests from before the restart count as guests.
	awaited time.Time
	// closed says that the node is ending, though the invitation need not.
	closed bool

	// under is the path under which everything is served, as in "/k7fdo2xn4wqb".
	under atomic.Pointer[string]
	came  comers
}

// comers are the addresses from which somebody has asked for something below the path of the
// invitation, which only those know who were given it: whoever comes from there goes before a
// stranger (PROTOCOL §2.5).
type comers struct {
	mu   sync.Mutex
	from map[netip.Addr]bool
}

// maxComers is the largest number of addresses that are remembered.
const maxComers = 1024

// add remembers an address. When there are too many it forgets all others, who are let in as
// strangers until they ask for something again: nobody can fill the memory.
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

// forget forgets all addresses.
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
	if err := i.beginIfNone(q.Port); err != nil {
		return api.Invitation{}, cannotInvite(err)
	}
	if i.pages != nil {
		if err := i.pages.Open(i.now, i.paths(), i.name, q.Archives); err != nil {
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

// beginIfNone begins an invitation if there is none. If there are guests, it tries to begin the one that
// they came by again, at the same port and path.
func (i *inviter) beginIfNone(port int) error {
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

// maxBefore is the largest number of earlier invitations that are remembered.
const maxBefore = 64

// begin starts serving under a path. Whoever was given another path comes as a stranger.
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

// paths returns the secret parts of the addresses of this invitation and of those before it, the
// latest first.
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

// serve answers requests on the port of the invitation that are not for a WebSocket (PROTOCOL §2.4).
func (i *inviter) serve(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store") // whoever has this address next must find nothing stored
	under := i.under.Load()
	switch {
	case r.Header.Get("Service-Worker") != "" && i.pages != nil:
		i.pages.ServeHTTP(w, r)
	case under == nil || r.URL.Path != *under && !strings.HasPrefix(r.URL.Path, *under+"/"):
		http.Error(w, "There is nothing here. Open the full address of the invitation.", http.StatusNotFound)
	case r.URL.Path == *under: // typed without the slash at the end
		http.Redirect(w, r, *under+"/", http.StatusTemporaryRedirect)
	default:
		http.StripPrefix(*under, http.HandlerFunc(i.serveBelow)).ServeHTTP(w, r)
	}
}

func (i *inviter) serveBelow(w http.ResponseWriter, r *http.Request) {
	if at, ok := clientAddr(r); ok {
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

// listedNode is a node that a page can dial.
type listedNode struct {
	Name        string   `json:"name"`
	Fingerprint string   `json:"fingerprint"`
	Peer        string   `json:"peer"`
	Self        bool     `json:"self"`
	Addresses   []string `json:"addresses"`
}

// openTable is an open table, as a page shows it before its own node can ask for it.
type openTable struct {
	ID    string   `json:"id"`
	Game  string   `json:"game"` // its title
	Seats int      `json:"seats"`
	Taken []string `json:"taken"` // names, the host's first
}

// openTables lists the open tables of this node that are not private, the same for every page.
func (i *inviter) openTables() []openTable {
	list := []openTable{}
	for _, o := range i.open() {
		rs, err := games.Find(o.Game)
		if o.Private || err != nil || len(list) == lobby.MaxOffers {
			continue
		}
		list = append(list, openTable{o.ID, rs.Title, o.Seats, o.Taken})
	}
	return list
}

func (i *inviter) serveNodes(w http.ResponseWriter, r *http.Request) {
	own := i.describe(i.host.ID(), i.name, i.self, onLoopback(r))
	own.addReachedAt(r)
	list := []listedNode{own}
	for node, p := range i.directory.List() {
		if id, err := host.PeerID(node[:]); err == nil && i.network.Connected(node) && len(list) < maxListed {
			if l := i.describe(id, p.Name, node, onLoopback(r)); len(l.Addresses) > 0 {
				list = append(list, l)
			}
		}
	}
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("X-Content-Type-Options", "nosniff")
	_ = json.NewEncoder(w).Encode(map[string]any{"nodes": list, "tables": i.openTables(), "by_name": i.byName()}) // a client that has gone needs no answer
}

// describe describes a node for a page, with loopback addresses only if the page is on the same
// machine.
func (i *inviter) describe(id peer.ID, name string, node record.Key, loopback bool) listedNode {
	l := listedNode{Name: name, Fingerprint: record.Fingerprint(node), Peer: id.String(), Self: node == i.self, Addresses: []string{}}
	for _, a := range i.host.WebSockets(id) {
		if loopback || !isLoopback(a) {
			l.Addresses = append(l.Addresses, fmt.Sprintf("%s/p2p/%s", a, id))
		}
	}
	return l
}

// addReachedAt adds the address that a page's request came to. It certainly leads to this node; on a
// machine without a network, it is the loopback and the only one.
func (l *listedNode) addReachedAt(r *http.Request) {
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

func isLoopback(a ma.Multiaddr) bool {
	ip, err := manet.ToIP(a)
	return err == nil && ip.IsLoopback()
}

func onLoopback(r *http.Request) bool {
	at, ok := clientAddr(r)
	return ok && at.IsLoopback()
}

// clientAddr returns the address that a request came from.
func clientAddr(r *http.Request) (netip.Addr, bool) {
	at, err := netip.ParseAddrPort(r.RemoteAddr)
	return at.Addr().Unmap(), err == nil
}
