package node

import (
	"net/http"
	"net/netip"
	"slices"
	"time"

	"fives/engine/games"
	"fives/engine/record"
	"fives/p2p/api"
	"fives/p2p/entry"
	"fives/p2p/replica"
	"fives/p2p/store"
)

// Whoever knows the path of an invitation, and has had this machine's address for a moment, may have left a
// key in a guest's browser. So a page that finds a key asks here whose it is (PROTOCOL §2.4), and this node
// says what it has seen of it itself.

// maxKeys is the largest number of guests' keys that are remembered; those of earlier tables go first.
const maxKeys = 256

// heard notes the address from which a node in a page answers. A page asks for the list of nodes again and
// again, at the same host as it asks whose a key is: the addresses of its WebSockets may be of another family.
func (i *inviter) heard(r *http.Request) (node record.Key) {
	at, ok := clientAddr(r)
	if !ok || !r.URL.Query().Has("node") {
		return node
	}
	i.mu.Lock()
	defer i.mu.Unlock()
	if node, ok = entry.Visitor(r.URL.Query(), i.secret()); !ok {
		return record.Key{}
	}
	if i.answered == nil || len(i.answered) >= maxComers {
		i.answered = map[record.Key]netip.Addr{} // nobody can fill the memory
	}
	i.answered[node] = at
	if k := i.keyOf(node); k != nil && k.Addr != at.String() {
		k.Addr = at.String()
		i.mustKeep()
	}
	return node
}

// keyOf returns what is known of a key, nil if nothing. The caller has to hold i.mu.
func (i *inviter) keyOf(node record.Key) *store.GuestKey {
	n := slices.IndexFunc(i.kept.Keys, func(k store.GuestKey) bool { return k.Node == node })
	if n < 0 {
		return nil
	}
	return &i.kept.Keys[n]
}

// noteKeys notes the keys that have answered at this invitation and have a seat at a table that has begun, and
// reports whether it has learned anything.
func (i *inviter) noteKeys() (changed bool) {
	for _, g := range i.tables.running() {
		if !g.inPlay() {
			continue
		}
		for _, s := range g.terms.Seats {
			node := s.Node() // a computer player's host has played, too
			at, here := i.answered[node]
			if k := i.keyOf(node); k != nil {
				was := i.tables.game(k.Table)
				next := k.Table != g.id && (was == nil || !was.inPlay())
				if next || k.Table == g.id && s.Host == nil && k.Name != s.Name {
					k.Table, k.Name, changed = g.id, s.Name, true
				}
			} else if here {
				i.kept.Keys = append(i.kept.Keys, store.GuestKey{Node: node, Name: s.Name, Table: g.id, Addr: at.String(), Since: time.Now().Unix()})
				i.kept.Keys, changed = i.kept.Keys[max(0, len(i.kept.Keys)-maxKeys):], true
			}
		}
	}
	return changed
}

// serveKey says what is known of a key to who has it.
func (i *inviter) serveKey(w http.ResponseWriter, r *http.Request) {
	i.mu.Lock()
	defer i.mu.Unlock()
	node, ok := entry.Visitor(r.URL.Query(), i.secret())
	at, known := clientAddr(r)
	if !ok || !known {
		http.Error(w, "Only who has a key may ask about it.", http.StatusForbidden)
		return
	}
	i.note()
	said := entry.Said{Of: i.name}
	if k := i.keyOf(node); k != nil {
		said.Played = i.played(*k, at)
	}
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("X-Content-Type-Options", "nosniff")
	_ = api.WriteJSON(w, said) // a client that has gone needs no answer
}

func (i *inviter) played(k store.GuestKey, at netip.Addr) *entry.Played {
	p := &entry.Played{Name: k.Name, Since: k.Since * 1000, Here: k.Addr == at.String()}
	if g := i.tables.game(k.Table); g != nil {
		g.look(func(r *replica.Snapshot) { p.Hand, p.Over = r.Table().HandNumber(), r.Table().Over() })
		if from := g.terms.Parent; from != nil {
			p.Hand += from.Carry.Hands
		}
		p.Game = g.terms.Rules.Title
		for n, name := range g.terms.Names() {
			if g.terms.Seats[n].Node() != k.Node {
				p.With = append(p.With, name)
			}
		}
	} else if a, ok := i.tables.archive()[k.Table]; ok {
		p.Hand, p.Over = a.Summary.Before+a.Summary.Hand, true
		if rs, err := games.Find(a.Summary.Game); err == nil {
			p.Game = rs.Title
		}
		for _, s := range a.Summary.Seats {
			if s.Fingerprint != record.Fingerprint(k.Node) {
				p.With = append(p.With, s.Name)
			}
		}
	}
	return p
}
