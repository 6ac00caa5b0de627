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

// A heard is what a node has answered. It never changes.
type heard struct {
	entry.Answer
	asked time.Time     // when it was asked
	took  time.Duration // until it had answered
}

// keepAnswer keeps the last answer of a node that is connected, for lists that do not get one in time.
func (l *Lobby) keepAnswer(node record.Key, h *heard) {
	b, err := record.Marshal(h.Answer)
	kept := err == nil && len(b) <= maxAnswerKept && l.cfg.Network.Connected(node)
	l.mu.Lock()
	defer l.mu.Unlock()
	switch last := l.heard[node]; {
	case last != nil && last.asked.After(h.asked):
	case kept:
		l.heard[node] = h
	default:
		delete(l.heard, node)
	}
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
	maps.DeleteFunc(l.heard, func(node record.Key, _ *heard) bool { return !slices.Contains(connected, node) })
}

// forgetAnswer forgets the last answer of a node, which was not true any more.
func (l *Lobby) forgetAnswer(node record.Key) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.heard, node)
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
			offers = append(offers, HeardOffer{o, lo.ID, node, lo.Credential})
		}
	}
	return offers
}
