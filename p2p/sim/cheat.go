package sim

import (
	"crypto/ed25519"
	"slices"
	"time"

	"fives/engine/record"
	"fives/engine/rules"
	"fives/p2p/replica"
	"fives/p2p/sim/disk"
)

// A cheat is what a node does to others, with its own keys. Its own replica
// stays honest.
type cheat struct {
	kind  Cheat
	from  uint64 // the step at which it begins
	part  []bool // by identity: who gets the wrong ones
	wrong []forged
	old   []record.Record // its own, in the order in which they were first sent
}

// forged is what stands in for a cheat's record at a table.
type forged struct {
	at     int
	step   uint64
	record record.Record
}

// plot gives the cheats their scripts.
func (w *world) plot() {
	for _, n := range w.nodes {
		if !n.cheats {
			continue
		}
		n.script = cheat{kind: w.plan.Cheat, from: 2 + uint64(w.rand.IntN(25)), part: make([]bool, w.identities())}
		all := w.chance(0.5)
		for i := range n.script.part {
			n.script.part[i] = all || w.chance(0.5)
		}
	}
	if w.plan.Cheat == Fork {
		w.forkInTime()
	}
}

// forkInTime waits for the first cheat to come to its step, or to a showing.
func (w *world) forkInTime() {
	for _, n := range w.nodes {
		g := n.game(0)
		if !n.cheats || g == nil {
			continue
		}
		t := g.table()
		if w.plan.Late && t.Pending().Why == rules.Show || !w.plan.Late && t.Step() >= n.script.from {
			w.fork()
			return
		}
	}
	w.after(5*time.Millisecond, w.forkInTime)
}

// fork makes a twin of every cheat: the same keys and the same log up to here,
// but for its own record of the running step; other dice from here on. The
// cheats work together: each of them is two, and the two sides see different
// ones.
func (w *world) fork() {
	w.counts.Forks++
	w.log("fork")
	for _, n := range slices.Clone(w.nodes) {
		if !n.cheats {
			continue
		}
		d := n.disk.Copy()
		if g := n.game(0); g != nil {
			d.Ledger(w.tables[0].id).Drop(g.table().Step(), n.identity())
		}
		w.addTwin(n, n.genesis, d)
	}
	w.takeSides()
	if w.chance(0.5) {
		w.part()
	}
	if w.chance(0.3) {
		w.after(w.soon(), w.takeSides)
	}
}

// addTwin makes the other self of a cheat.
func (w *world) addTwin(n *node, begins replica.Genesis, d *disk.Disk) {
	t := &node{w: w, index: len(w.nodes), who: n.who, keys: n.keys, genesis: begins, cheats: true, twin: true, side: 1, disk: d}
	w.nodes = append(w.nodes, t)
	t.boot()
	t.tick()
}

// takeSides draws for every honest node which of the twins it sees.
func (w *world) takeSides() {
	for _, n := range w.honest() {
		n.side = w.rand.IntN(2)
	}
	for _, c := range w.open() {
		a, b := c.ends[0].n, c.ends[1].n
		if (a.cheats || b.cheats) && a.side != b.side {
			c.cut()
		}
	}
}

// change makes of a message what the cheat sends in its place.
func (s *cheat) change(g *game, to int, m replica.Message) []replica.Message {
	n := g.n
	if !n.cheats || g.table().Step() < s.from {
		return []replica.Message{m}
	}
	switch s.kind {
	case Invalid, Replay:
		if s.part[to] {
			m.Records = s.replace(g, m.Records)
		}
	case Withhold:
		m.Records = s.withhold(n, m.Records)
	case Noise:
		return append([]replica.Message{m}, s.noise(g, m)...)
	case Lie:
		s.lie(n, &m)
	case Prove:
		return append([]replica.Message{m}, s.prove(g)...)
	case Sore:
		m.Records = s.sore(g, m.Records)
	}
	return []replica.Message{m}
}

// replace puts wrong records in the place of the cheat's own.
func (s *cheat) replace(g *game, rs []record.Record) []record.Record {
	rs = slices.Clone(rs)
	for i, r := range rs {
		p, err := r.Peek()
		if key := g.n.key(r.Author); err == nil && key != nil && p.Step >= s.from {
			rs[i] = s.spoil(g, key, r, p)
		}
	}
	return rs
}

// key is the private key of an own seat, nil of others.
func (n *node) key(author record.Key) ed25519.PrivateKey {
	for _, k := range n.keys {
		if record.KeyOf(k) == author {
			return k
		}
	}
	return nil
}

// spoil makes the wrong record for a step, always the same.
func (s *cheat) spoil(g *game, key ed25519.PrivateKey, r record.Record, p record.Payload) record.Record {
	for _, w := range s.wrong {
		if w.at == g.at && w.step == p.Step && w.record.Author == r.Author {
			return w.record
		}
	}
	s.old = append(s.old, r)
	p.Body = s.body(g.n, p)
	bad, err := record.Sign(key, p)
	if err != nil {
		return r
	}
	g.n.w.counts.Invalid++
	s.wrong = append(s.wrong, forged{g.at, p.Step, bad})
	return bad
}

func (s *cheat) body(n *node, p record.Payload) []byte {
	body := slices.Clone([]byte(p.Body))
	if s.kind == Replay {
		for _, o := range s.old[:len(s.old)-1] {
			if q, _ := o.Peek(); q.Kind == p.Kind {
				return q.Body
			}
		}
	}
	switch n.w.rand.IntN(3) {
	case 0:
		return []byte{0xa0} // an empty map
	default:
		body[len(body)-1] ^= 1 // of a proof, mostly
		return body
	}
}

func (s *cheat) withhold(n *node, rs []record.Record) []record.Record {
	return slices.DeleteFunc(slices.Clone(rs), func(r record.Record) bool {
		p, err := r.Peek()
		own := err == nil && n.key(r.Author) != nil && p.Step >= s.from
		if own {
			n.w.counts.Withheld++
		}
		return own
	})
}

// sore keeps the receipts of a game that is over back.
func (s *cheat) sore(g *game, rs []record.Record) []record.Record {
	if g.table().Winners() == nil {
		return rs
	}
	return slices.DeleteFunc(slices.Clone(rs), func(r record.Record) bool {
		p, err := r.Peek()
		own := err == nil && g.n.key(r.Author) != nil && p.Kind == record.KindReceipt
		if own {
			g.n.w.counts.Withheld++
		}
		return own
	})
}

// noise makes messages that prove nothing against anybody: foreign signatures,
// stolen names, places that do not exist.
func (s *cheat) noise(g *game, m replica.Message) []replica.Message {
	n := g.n
	if !n.w.chance(0.1 * n.w.rough()) {
		return nil
	}
	n.w.counts.Noise++
	t := g.table()
	seat := n.w.rand.IntN(len(t.Terms().Seats))
	var r record.Record
	if len(m.Records) > 0 {
		r = m.Records[n.w.rand.IntN(len(m.Records))]
	}
	p, _ := t.Payload(seat, record.Empty{})
	stranger := ed25519.NewKeyFromSeed(n.w.secret("stranger", 0))
	kind := n.w.rand.IntN(5)
	switch kind {
	case 0: // a signature of nobody
		r.Signature[5] ^= 1
	case 1: // a step far away
		p.Step += 1 + n.w.rand.Uint64N(1<<40)
	case 2: // another table, under its own name
		p.Table[3] ^= 1
		r, _ = record.Sign(n.keys[0], p)
	case 3: // another head
		p.Head[3] ^= 1
	}
	if kind != 0 && kind != 2 { // somebody else's name
		r, _ = record.Sign(stranger, p)
		r.Author = t.Terms().Seats[seat].Key
	}
	return []replica.Message{{Records: []record.Record{r}}, {Notices: []record.Record{r}}}
}

// lie changes what the cheat says it has.
func (s *cheat) lie(n *node, m *replica.Message) {
	if m.Have == nil || !n.w.chance(0.5) {
		return
	}
	n.w.counts.Lies++
	h := *m.Have
	switch n.w.rand.IntN(6) {
	case 0:
		h.Step = n.w.rand.Uint64()
	case 1:
		h.Step = n.w.rand.Uint64N(h.Step + 5)
	case 2:
		h.Head[0] ^= 1
	case 3:
		h.Arrived = n.w.rand.Uint64()
	case 4:
		h.Links = n.w.rand.Uint64()
	case 5:
		m.Heads = &replica.Heads{From: n.w.rand.Uint64N(20), Heads: make([]record.Hash, 1+n.w.rand.IntN(9))}
	}
	m.Have = &h
}
