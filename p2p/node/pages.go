package node

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/libp2p/go-libp2p/core/peer"
	ma "github.com/multiformats/go-multiaddr"
	manet "github.com/multiformats/go-multiaddr/net"

	"fives/engine/games"
	"fives/engine/record"
	"fives/engine/rules"
	"fives/p2p/api"
	"fives/p2p/host"
	"fives/p2p/lobby"
)

// Pages serves what browsers get from the port of an invitation, apart from the WebSocket.
type Pages interface {
	http.Handler
	// Open is called when an invitation has begun, and when it is asked for again. If Open fails,
	// an invitation that has just begun ends. path is the secret part of the invitation's address;
	// only its guests may learn it. shelf is where lies what a browser may keep, as in "/k7fdo2xn4wqb":
	// the same for all invitations, and known to guests alone. former are the names under which the
	// pages of earlier invitations have kept their things (api.PlaceName), the latest first. Requests
	// come with paths below path, except those for what is on the shelf, or for the script of a
	// service worker, which come with their whole path.
	// i returns the invitation, whose addresses change with the network: call it for each request,
	// and not before Open has returned.
	Open(i func() api.Invitation, path, shelf string, former []string, name, archives string) error
	// Faces says how those at a table are drawn, as the page reads it; numbers returns the numbers of
	// their faces.
	Faces(o api.Offer, numbers func([]api.Person) ([]int, error)) any
	// Close is called when the invitation has ended.
	Close() error
}

// serve answers requests on the port of the invitation that are not for a WebSocket (PROTOCOL §2.4).
func (i *inviter) serve(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store") // whoever has this address next must find nothing stored
	under, shelf := i.under.Load(), i.shelf.Load()
	switch {
	case r.Header.Get("Service-Worker") != "" && i.pages != nil:
		i.pages.ServeHTTP(w, r)
	case shelf != nil && i.pages != nil && strings.HasPrefix(r.URL.Path, *shelf+"/"):
		i.pages.ServeHTTP(w, r) // guests of earlier invitations know it, so nobody gets standing by it
	case under == nil || r.URL.Path != *under && !strings.HasPrefix(r.URL.Path, *under+"/"):
		http.Error(w, "No invitation is at this address. It has ended, or a part of the address is missing: ask for the one on the screen of whoever invites you.", http.StatusNotFound)
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
		i.serveNodes(w, r, i.heard(r))
	case r.URL.Path == "/key.json":
		i.serveKey(w, r)
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

// openTable is a table as a page shows it before its own node can ask for it.
type openTable struct {
	ID      string   `json:"id"`
	Name    string   `json:"name"` // of the game
	Game    string   `json:"game"` // its title
	Host    string   `json:"host"`
	Seats   int      `json:"seats"`
	Taken   []string `json:"taken"`             // names, the host's first
	Faces   any      `json:"faces,omitempty"`   // how they are drawn, for the page
	Minutes int      `json:"minutes,omitempty"` // how long such a game usually takes
	Running bool     `json:"running,omitempty"` // it is being played
	Seat    *vacancy `json:"seat,omitempty"`    // of a running one: the seat that somebody who comes late can ask for
}

// A vacancy is a seat that nobody who is here has.
type vacancy struct {
	Name string `json:"name"`
	Bot  bool   `json:"bot,omitempty"` // a computer player has it
}

// onView is what pages are told of tables. However many ask, the other nodes are asked only every
// so often.
type onView struct {
	mu     sync.Mutex
	at     time.Time
	list   []openTable
	people []api.Person // at these tables whose keys are known
}

// viewFor is how long a list of tables is shown to pages.
const viewFor = 2 * time.Second

// openTables lists the tables that are not private, those of other nodes too: the same for every page.
func (i *inviter) openTables(ctx context.Context) []openTable {
	i.view.mu.Lock()
	defer i.view.mu.Unlock()
	if time.Since(i.view.at) < viewFor {
		return i.view.list
	}
	list, people := []openTable{}, []api.Person{}
	for _, o := range i.offered(context.WithoutCancel(ctx), lobby.Quickly) {
		if rs, err := games.Find(o.Game); err == nil && len(list) < lobby.MaxOffers {
			t := openTable{
				ID: o.ID, Name: rs.Name, Game: rs.Title, Host: o.Host, Seats: o.Seats, Taken: o.Taken,
				Minutes: rs.Minutes(o.Options, o.Seats, rules.Pace), Running: o.Running,
			}
			if o.Running {
				t.Seat = vacant(o.OpenSeats)
			}
			if i.pages != nil {
				t.Faces = i.pages.Faces(o, func(list []api.Person) ([]int, error) {
					list = i.known(list)
					people = append(people, list...)
					return i.faces.Of(list)
				})
			}
			list = append(list, t)
		}
	}
	i.view.at, i.view.list, i.view.people = time.Now(), list, people
	return list
}

// vacant returns the seat of a running table that is given up most easily, a computer player's or
// that of somebody who has left, nil if all are of people.
func vacant(seats []api.OpenSeat) (free *vacancy) {
	for _, s := range seats {
		switch {
		case s.BotOf != "":
			return &vacancy{s.Name, true}
		case s.Left && free == nil:
			free = &vacancy{Name: s.Name}
		}
	}
	return free
}

func (i *inviter) serveNodes(w http.ResponseWriter, r *http.Request, asking record.Key) {
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
	tables := []openTable{}
	if !r.URL.Query().Has("node") { // the node of a page asks for the tables itself
		tables = i.openTables(r.Context())
	}
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("X-Content-Type-Options", "nosniff")
	_ = api.WriteJSON(w, map[string]any{"nodes": list, "tables": tables, "faces": i.present(asking), "by_name": i.byName()}) // a client that has gone needs no answer
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

// maxListed is the largest number of nodes that a page is told about.
const maxListed = 64

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
