package sim

import (
	"crypto/ed25519"
	"math/rand/v2"
	"slices"

	"fives/engine/record"
	"fives/engine/table"
	"fives/p2p/replica"
)

// A gang is what all cheats of a world share.
type gang struct {
	kind     Cheat // how they cheat
	dice     *rand.Rand
	counts   *Counts
	rough    func() float64     // 1 while things go wrong, then 0
	stranger ed25519.PrivateKey // a key that has no seat at the table
	made     []record.Record    // proofs of their own faults
}

// A script is what one cheat sends to others, signed with its own keys, instead of what its session sends.
// The session stays honest.
type script struct {
	*gang
	keys  []ed25519.PrivateKey // its identity, and those of its computer players
	from  uint64               // the step at which it begins
	part  []bool               // by identity: who gets the wrong records
	wrong []forged
	old   []record.Record // its own records, in the order in which they were first sent
}

// forged is the record that replaces a cheat's own at a step of a table.
type forged struct {
	at     int
	step   uint64
	record record.Record
}

// change returns what the cheat sends to a node, to, instead of a message about a table. at is the number
// of the table in the world.
func (s *script) change(at int, t *table.Table, to int, m replica.Message) []replica.Message {
	if s == nil || t.Step() < s.from {
		return []replica.Message{m}
	}
	switch s.kind {
	case Invalid, Replay:
		if s.part[to] {
			m.Records = s.replace(at, m.Records)
		}
	case Withhold:
		m.Records = s.withhold(m.Records)
	case Noise:
		return append([]replica.Message{m}, s.noise(t, m)...)
	case Lie:
		s.lie(&m)
	case Prove:
		return append([]replica.Message{m}, s.prove(t)...)
	case Sore:
		m.Records = s.sore(t, m.Records)
	}
	return []replica.Message{m}
}

// replace replaces the cheat's own records with wrong ones.
func (s *script) replace(at int, rs []record.Record) []record.Record {
	rs = slices.Clone(rs)
	for i, r := range rs {
		p, err := r.Peek()
		if key := s.key(r.Author); err == nil && key != nil && p.Step >= s.from {
			rs[i] = s.spoil(at, key, r, p)
		}
	}
	return rs
}

// spoil returns the wrong record for a step: always the same for one author and step.
func (s *script) spoil(at int, key ed25519.PrivateKey, r record.Record, p record.Payload) record.Record {
	for _, w := range s.wrong {
		if w.at == at && w.step == p.Step && w.record.Author == r.Author {
			return w.record
		}
	}
	s.old = append(s.old, r)
	p.Body = s.body(p)
	bad, err := record.Sign(key, p)
	if err != nil {
		return r
	}
	s.counts.Invalid++
	s.wrong = append(s.wrong, forged{at, p.Step, bad})
	return bad
}

func (s *script) body(p record.Payload) []byte {
	body := slices.Clone([]byte(p.Body))
	if s.kind == Replay {
		for _, o := range s.old[:len(s.old)-1] {
			if q, _ := o.Peek(); q.Kind == p.Kind {
				return q.Body
			}
		}
	}
	switch s.dice.IntN(3) {
	case 0:
		return []byte{0xa0} // an empty map
	default:
		body[len(body)-1] ^= 1 // of a proof, mostly
		return body
	}
}

func (s *script) withhold(rs []record.Record) []record.Record {
	return slices.DeleteFunc(slices.Clone(rs), func(r record.Record) bool {
		p, err := r.Peek()
		own := err == nil && s.key(r.Author) != nil && p.Step >= s.from
		if own {
			s.counts.Withheld++
		}
		return own
	})
}

// sore keeps back the cheat's receipts of a game that is over.
func (s *script) sore(t *table.Table, rs []record.Record) []record.Record {
	if t.Winners() == nil {
		return rs
	}
	return slices.DeleteFunc(slices.Clone(rs), func(r record.Record) bool {
		p, err := r.Peek()
		own := err == nil && s.key(r.Author) != nil && p.Kind == record.KindReceipt
		if own {
			s.counts.Withheld++
		}
		return own
	})
}

// noise returns messages that prove nothing against anybody: with foreign signatures, stolen names, and
// steps that do not exist.
func (s *script) noise(t *table.Table, m replica.Message) []replica.Message {
	if s.dice.Float64() >= 0.1*s.rough() {
		return nil
	}
	s.counts.Noise++
	seat := s.dice.IntN(len(t.Terms().Seats))
	var r record.Record
	if len(m.Records) > 0 {
		r = m.Records[s.dice.IntN(len(m.Records))]
	}
	p, _ := t.Payload(seat, record.Empty{})
	kind := s.dice.IntN(5)
	switch kind {
	case 0: // a signature that nobody made
		r.Signature[5] ^= 1
	case 1: // a step far away
		p.Step += 1 + s.dice.Uint64N(1<<40)
	case 2: // another table, under its own name
		p.Table[3] ^= 1
		r, _ = record.Sign(s.keys[0], p)
	case 3: // another head
		p.Head[3] ^= 1
	}
	if kind != 0 && kind != 2 { // in somebody else's name
		r, _ = record.Sign(s.stranger, p)
		r.Author = t.Terms().Seats[seat].Key
	}
	return []replica.Message{{Records: []record.Record{r}}, {Notices: []record.Record{r}}}
}

// lie changes what the cheat says that it has.
func (s *script) lie(m *replica.Message) {
	if m.Have == nil || s.dice.IntN(2) == 0 {
		return
	}
	s.counts.Lies++
	h := *m.Have
	switch s.dice.IntN(6) {
	case 0:
		h.Step = s.dice.Uint64()
	case 1:
		h.Step = s.dice.Uint64N(h.Step + 5)
	case 2:
		h.Head[0] ^= 1
	case 3:
		h.Arrived = s.dice.Uint64()
	case 4:
		h.Links = s.dice.Uint64()
	case 5:
		m.Heads = &replica.Heads{From: s.dice.Uint64N(20), Heads: make([]record.Hash, 1+s.dice.IntN(9))}
	}
	m.Have = &h
}

// maxMade is the number of proofs that the cheats remember, to pass them on.
const maxMade = 40

// prove returns proofs of the cheat's own faults: at any step so far, contradicting a record that it signed,
// or where it owed none. Some are proofs of its friends' faults.
func (s *script) prove(t *table.Table) []replica.Message {
	var ms []replica.Message
	for range s.dice.IntN(4) {
		r, ok := s.proof(t)
		if len(s.made) > 0 && s.dice.Float64() < 0.3 {
			r, ok = s.made[s.dice.IntN(len(s.made))], true
		}
		if ok {
			s.counts.Proofs++
			ms = append(ms, replica.Message{Records: []record.Record{r}})
		}
	}
	return ms
}

func (s *script) proof(t *table.Table) (record.Record, bool) {
	key := s.keys[s.dice.IntN(len(s.keys))]
	seat := t.Terms().SeatOf(record.KeyOf(key))
	if seat < 0 || t.Step() < t.FirstStep() {
		return record.Record{}, false
	}
	p, err := t.Payload(seat, make([]byte, s.dice.IntN(2000)))
	if err != nil {
		return record.Record{}, false
	}
	p.Step = t.FirstStep() + s.dice.Uint64N(t.Step()-t.FirstStep()+1)
	p.Head, _ = t.HeadAt(p.Step)
	r, err := record.Sign(key, p)
	if err != nil {
		return record.Record{}, false
	}
	if s.made = append(s.made, r); len(s.made) > maxMade {
		s.made = s.made[1:]
	}
	return r, true
}

// key returns the private key of one of the cheat's seats, nil for others.
func (s *script) key(author record.Key) ed25519.PrivateKey {
	for _, k := range s.keys {
		if record.KeyOf(k) == author {
			return k
		}
	}
	return nil
}
