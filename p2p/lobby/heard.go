package lobby

import (
	"maps"
	"slices"
	"time"

	"fives/engine/record"
	"fives/engine/table"
	"fives/p2p/entry"
)

const (
	// maxAnswerKept is how long an answer is that is kept, at most. A longer one is listed only by
	// whom it reaches in time.
	maxAnswerKept = 16 << 10
	// oldFrom is how old an answer is that lists mark as old.
	oldFrom = 5 * time.Second
)

// A heard is what a node has answered. It does not change any more.
type heard struct {
	entry.Answer
	asked time.Time // when it was asked
	long  bool      // the answer was longer than what is kept
}

// trim drops what nobody reads of an answer that was just read, so that it takes no more memory than what
// it says, and notes how long it was.
func (h *heard) trim() {
	b, err := record.Marshal(h.Answer)
	h.long = err != nil || len(b) > maxAnswerKept
	h.Offers = slices.Clone(h.Offers[:min(len(h.Offers), MaxOffers)])
	for _, d := range h.Doors {
		if i := slices.IndexFunc(h.Offers, func(o entry.Offer) bool { return o.ID == d.ID && o.Door == nil }); i >= 0 {
			h.Offers[i].Door = &d
		}
	}
	h.Doors = nil
}

// keepAnswer keeps the last answer of a node that is connected, for lists that do not get one in time. Of
// a long one it keeps nothing but when it came. It forgets the answers of all who are gone.
func (l *Lobby) keepAnswer(node record.Key, h *heard) {
	if h.long {
		h = &heard{asked: h.asked}
	}
	nodes := l.cfg.Network.Nodes()
	l.mu.Lock()
	defer l.mu.Unlock()
	if last := l.heard[node]; last == nil || !last.asked.After(h.asked) {
		l.heard[node] = h
	}
	l.keepOnly(nodes)
}

// noteAsked counts a question to a node as under way until over is called.
func (l *Lobby) noteAsked(node record.Key) (over func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.asked[node]++
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		if l.asked[node]--; l.asked[node] == 0 {
			delete(l.asked, node)
		}
	}
}

// isAsked reports whether a question to a node is under way.
func (l *Lobby) isAsked(node record.Key) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.asked[node] > 0
}

// forgetGone forgets the answers of all nodes but those that are connected.
func (l *Lobby) forgetGone(connected []record.Key) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.keepOnly(connected)
}

// keepOnly is forgetGone; l.mu must be held.
func (l *Lobby) keepOnly(connected []record.Key) {
	maps.DeleteFunc(l.heard, func(node record.Key, _ *heard) bool { return !slices.Contains(connected, node) })
}

// forgetAnswer forgets the last answer of a node, if it was not asked for after a moment: it is not true any more.
func (l *Lobby) forgetAnswer(node record.Key, asked time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if last := l.heard[node]; last != nil && !last.asked.After(asked) {
		delete(l.heard, node)
	}
}

// lastOf returns the last answer of a node, nil if there is none.
func (l *Lobby) lastOf(node record.Key) *heard {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.heard[node]
}

// offersOf lists what a node offers, by its answer.
func (l *Lobby) offersOf(node record.Key, h *heard) (offers []HeardOffer) {
	for _, lo := range h.Offers {
		if o, ok := l.read(lo, node); ok {
			o.Host = record.CleanName(h.Name)
			o.Warnings = l.cfg.Book.Warnings([]table.Seat{{Name: o.Host, Key: node}})
			if old := l.cfg.Scheduler.Now().Sub(h.asked); old >= oldFrom {
				o.Ago = int(old / time.Second)
			}
			offers = append(offers, HeardOffer{o, lo.ID, node, lo.Credential, h})
		}
	}
	return offers
}
