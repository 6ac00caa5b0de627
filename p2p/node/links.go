package node

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"fives/engine/record"
	"fives/p2p/api"
	"fives/p2p/host"
	"fives/p2p/peers"
	"fives/p2p/store"
	"fives/p2p/streams"
)

// links keeps connections to the nodes outside the local network that links lead to (PROTOCOL §2.6).
type links struct {
	self      record.Key
	network   string // the name of this node's
	host      *host.Host
	directory *peers.Directory
	store     Store
	work      work
	lookup    lookup
	log       *slog.Logger

	mu     sync.Mutex // guards the rest
	kept   map[record.Key]*link
	trying map[record.Key]*try // no two to one node: the host has one link to it at a time
}

// A link is one that is kept.
type link struct {
	store.Link
	failed api.Reason // why it led nowhere when it was last tried; "" if it led to the node, or never was tried
	tries  int        // that have failed since it last did for long
	next   time.Time  // it is not tried before
	linked bool       // the node was connected at the last tick
	since  time.Time  // it has been so
}

const (
	otherAgain   = 5 * time.Minute // after somebody else has answered
	linkShort    = 5 * time.Second // a connection that ends sooner counts as a failure
	linkFullStep = time.Minute
	mostFull     = 5 * time.Minute
)

// linkAgain says how long after each failure in a row a link is tried again.
var linkAgain = []time.Duration{5 * time.Second, 10 * time.Second, 20 * time.Second, 40 * time.Second, time.Minute}

// open reads the stored links.
func (l *links) open() error {
	all, err := l.store.Links()
	l.kept, l.trying = make(map[record.Key]*link), make(map[record.Key]*try)
	for _, s := range all {
		l.kept[s.To.Node] = &link{Link: s}
	}
	return err
}

// tick tries the links to nodes that are not connected, if it is time.
func (l *links) tick(ctx context.Context) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	for node, k := range l.kept {
		switch {
		case l.host.Direct(streams.PeerOf(node)):
			l.isThere(k, now)
		case k.linked: // it has just gone
			l.isGone(k, now)
		case k.Refused || l.trying[node] != nil || now.Before(k.next) || l.host.Blocked(streams.PeerOf(node)):
		default:
			ctx, cancel := context.WithCancel(ctx)
			over := l.begin(node, cancel)
			l.work.Go(func() {
				defer over()
				l.try(ctx, k)
			})
		}
	}
}

// isGone notes that the node of a link is connected no more. Whoever lets in and hangs up at once is not
// dialled for ever.
func (l *links) isGone(k *link, now time.Time) {
	k.linked, k.next = false, now
	if now.Sub(k.since) < linkShort {
		k.tries++
		k.next = now.Add(k.wait())
	}
	l.keep(k)
}

// wait returns how long it takes until a link is tried again. A door that has too many callers may end
// a connection like one that does not know the link.
func (k *link) wait() time.Duration {
	switch {
	case k.failed == api.ReasonLinkFull:
		return min(time.Duration(k.tries)*linkFullStep, mostFull)
	case k.failed == api.ReasonLinkOther, k.failed == api.ReasonLinkUnknown && k.tries > len(linkAgain):
		return otherAgain
	}
	return linkAgain[min(k.tries, len(linkAgain))-1]
}

// isThere notes that the node of a link is connected.
func (l *links) isThere(k *link, now time.Time) {
	came, named := !k.linked, l.name(k)
	k.linked, k.failed = true, ""
	switch {
	case came:
		k.since = now
	case now.Sub(k.since) >= linkShort:
		k.tries = 0
	}
	k.Came = now.Unix()
	if came || named != k.Name {
		k.Name = named
		l.keep(k)
	}
}

func (l *links) keep(k *link) {
	if err := l.store.PutLink(k.Link); err != nil {
		l.log.Error("a link is not stored", "err", err)
	}
}

// wake has all links tried at once.
func (l *links) wake() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, k := range l.kept {
		k.tries, k.next = 0, time.Time{}
	}
}

// note notes what has come of a try.
func (l *links) note(k *link, err error) {
	if err == nil {
		l.isThere(k, time.Now())
		return
	}
	k.failed = ofLink(err)
	k.tries++
	if k.failed == api.ReasonLinkOld {
		l.host.RemoveLink(streams.PeerOf(k.To.Node))
		k.Refused = true
		l.keep(k)
	}
	k.next = time.Now().Add(k.wait())
	l.log.Debug("link", "node", streams.PeerOf(k.To.Node), "err", err)
}
