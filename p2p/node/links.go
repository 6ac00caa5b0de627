package node

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"time"

	"fives/engine/record"
	"fives/p2p/api"
	"fives/p2p/far"
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
	failed api.Reason // why it led nowhere when it was last tried, "" if it led to the node
	tries  int        // that have failed since it last did for long
	next   time.Time  // it is not tried before
	linked bool       // the node was connected at the last tick
	since  time.Time  // it has been so
}

// A try is one that is under way.
type try struct {
	cancel context.CancelFunc // nil if a person waits for it
	over   chan struct{}
}

// A lookup returns the IP addresses of a name.
type lookup func(ctx context.Context, name string) ([]netip.Addr, error)

func lookUp(ctx context.Context, name string) ([]netip.Addr, error) {
	return net.DefaultResolver.LookupNetIP(ctx, "ip", name)
}

// resolve returns the IP addresses of a machine that is named by one, or by a name.
func (l lookup) resolve(ctx context.Context, name string) ([]netip.Addr, error) {
	if ip, err := netip.ParseAddr(name); err == nil {
		return []netip.Addr{ip}, nil
	}
	all, err := l(ctx, name)
	for i := range all {
		all[i] = all[i].Unmap()
	}
	return all, err
}

const (
	linkTime     = 15 * time.Second // for one try: a name, a handshake
	otherAgain   = 5 * time.Minute  // after somebody else has answered
	linkShort    = 5 * time.Second  // a connection that ends sooner counts as a failure
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
		l.kept[s.Link.Node] = &link{Link: s, failed: refused(s.Refused)}
	}
	return err
}

func refused(is bool) api.Reason {
	if is {
		return api.ReasonLinkOld
	}
	return ""
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
		case k.Refused || l.trying[node] != nil || now.Before(k.next):
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

// begin notes that a link to a node is tried until over is called. mu must be held, but not for over.
func (l *links) begin(node record.Key, cancel context.CancelFunc) (over func()) {
	t := &try{cancel, make(chan struct{})}
	l.trying[node] = t
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		if t.cancel != nil {
			t.cancel()
		}
		delete(l.trying, node)
		close(t.over)
	}
}

// alone begins a try for a person, who waits for no other than another person's.
func (l *links) alone(ctx context.Context, node record.Key) (over func(), err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for l.trying[node] != nil {
		t := l.trying[node]
		if t.cancel != nil {
			t.cancel()
		}
		l.mu.Unlock()
		select {
		case <-t.over:
		case <-ctx.Done():
			err = ctx.Err()
		}
		if l.mu.Lock(); err != nil {
			return nil, err
		}
	}
	return l.begin(node, nil), nil
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

// wait returns how long it takes until a link is tried again.
func (k *link) wait() time.Duration { return linkAgain[min(k.tries, len(linkAgain))-1] }

// isThere notes that the node of a link is connected.
func (l *links) isThere(k *link, now time.Time) {
	came, named := !k.linked, l.directory.Name(k.Link.Link.Node)
	k.linked, k.failed = true, refused(k.Refused)
	switch {
	case came:
		k.since = now
	case now.Sub(k.since) >= linkShort:
		k.tries = 0
	}
	if named == "" {
		named = k.Name
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

// try tries a link that is kept.
func (l *links) try(ctx context.Context, k *link) {
	err := l.dial(ctx, k.Link.Link)
	l.mu.Lock()
	defer l.mu.Unlock()
	node := k.Link.Link.Node
	switch {
	case ctx.Err() != nil:
	case l.kept[node] == nil: // it was forgotten meanwhile
		l.host.RemoveLink(streams.PeerOf(node))
	default:
		l.note(k, err)
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
	wait := k.wait()
	switch k.failed {
	case api.ReasonLinkOld:
		l.host.RemoveLink(streams.PeerOf(k.Link.Link.Node))
		k.Refused = true
		l.keep(k)
	case api.ReasonLinkFull:
		wait = min(time.Duration(k.tries)*linkFullStep, mostFull)
	case api.ReasonLinkOther:
		wait = otherAgain
	}
	k.next = time.Now().Add(wait)
	l.log.Debug("link", "node", streams.PeerOf(k.Link.Link.Node), "err", err)
}

// dial connects to the node of a link. If that is connected in whatever way, the link is tried beside it.
func (l *links) dial(ctx context.Context, to far.Link) error {
	ctx, cancel := context.WithTimeout(ctx, linkTime)
	defer cancel()
	addrs, err := l.lookup.resolve(ctx, to.Host)
	if err != nil {
		return errors.Join(host.ErrNobodyAnswers, err)
	}
	way := host.Link{Node: streams.PeerOf(to.Node), Secret: to.Secret}
	for _, a := range addrs {
		way.At = append(way.At, netip.AddrPortFrom(a, to.Port)) // the host takes the first few that may be dialled
	}
	if l.host.Direct(way.Node) {
		if err := l.host.TryLink(ctx, way); err != nil {
			return err
		}
	}
	if err := l.host.SetLink(way); err != nil {
		return err
	}
	return l.host.ConnectByLink(ctx, way.Node)
}

// ofLink returns the reason why a link led nowhere.
func ofLink(err error) api.Reason {
	switch {
	case errors.Is(err, host.ErrOldLink):
		return api.ReasonLinkOld
	case errors.Is(err, host.ErrDoorFull):
		return api.ReasonLinkFull
	case errors.Is(err, host.ErrSomebodyElse):
		return api.ReasonLinkOther
	case errors.Is(err, host.ErrLinkAddress):
		return api.ReasonLinkAstray
	}
	return api.ReasonLinkSilent
}

// read reads a link that somebody has given.
func (l *links) read(text string) (far.Link, error) {
	to, err := far.Parse(text, l.network)
	switch {
	case errors.Is(err, far.ErrCutOff):
		return to, api.Fail(api.ReasonLinkCutOff, api.Data{})
	case errors.Is(err, far.ErrNetwork):
		return to, api.Fail(api.ReasonLinkNetwork, api.Data{Name: l.network})
	case errors.Is(err, far.ErrPage):
		return to, api.Fail(api.ReasonIsPage, api.Data{})
	case err != nil:
		return to, api.Fail(api.ReasonLinkMangled, api.Data{})
	case to.Node == l.self:
		return to, api.Fail(api.ReasonLinkOwn, api.Data{})
	}
	return to, nil
}

// connect tries a link, and keeps it, unless it can never lead to its node.
func (l *links) connect(ctx context.Context, text string) (node record.Key, err error) {
	to, err := l.read(text)
	if err != nil {
		return node, err
	}
	if l.host.OnlyDials() { // and whoever has its address later could read what it keeps
		return node, api.Fail(api.ReasonLinkInPage, api.Data{})
	}
	over, err := l.alone(ctx, to.Node)
	if err != nil {
		return node, err
	}
	defer over()
	l.mu.Lock()
	before := l.kept[to.Node]
	full := before == nil && len(l.kept) >= store.MaxLinks
	l.mu.Unlock()
	if full {
		return node, api.Fail(api.ReasonManyLinks, api.Data{Limit: store.MaxLinks})
	}
	tried := l.dial(ctx, to)
	l.mu.Lock()
	defer l.mu.Unlock()
	before = l.kept[to.Node] // unless it was forgotten meanwhile
	k := &link{Link: store.Link{Link: to, Name: l.directory.Name(to.Node), Since: time.Now().Unix()}}
	reason := ofLink(tried)
	if tried != nil && (reason == api.ReasonLinkOld || reason == api.ReasonLinkAstray) {
		there := before != nil && l.host.Direct(streams.PeerOf(to.Node)) // and stays
		if !there {
			l.host.RemoveLink(streams.PeerOf(to.Node))
		}
		switch {
		case before == nil, there:
		case before.Link.Link == to && reason == api.ReasonLinkOld:
			l.note(before, tried)
		default:
			before.next = time.Time{} // it leads there again
		}
		return node, l.failure(k, reason)
	}
	if before != nil {
		k.Name = cmp.Or(k.Name, before.Name)
	}
	if err := l.store.PutLink(k.Link); err != nil {
		l.host.RemoveLink(streams.PeerOf(to.Node))
		return node, err
	}
	l.kept[to.Node] = k
	l.note(k, tried)
	if tried != nil {
		return node, l.failure(k, reason)
	}
	return to.Node, nil
}

// failure says why a link led nowhere.
func (l *links) failure(k *link, reason api.Reason) error {
	return api.Fail(reason, api.Data{Name: k.Name, Address: k.Link.Link.At()})
}

// forget keeps a link no more, and hangs up.
func (l *links) forget(who string) (api.FarLink, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	var fit []*link
	for _, k := range l.kept {
		if l.means(who, k) {
			fit = append(fit, k)
		}
	}
	switch len(fit) {
	case 0:
		d := api.Data{Name: who}
		for _, s := range l.shown() {
			d.Candidates = append(d.Candidates, cmp.Or(s.Name, s.Fingerprint))
		}
		return api.FarLink{}, api.Fail(api.ReasonNoLink, d)
	case 1:
	default:
		d := api.Data{Name: who}
		for _, k := range fit {
			d.Candidates = append(d.Candidates, record.Fingerprint(k.Link.Link.Node))
		}
		return api.FarLink{}, api.Fail(api.ReasonManyPeers, d)
	}
	k := fit[0]
	node := k.Link.Link.Node
	if err := l.store.DropLink(node); err != nil {
		return api.FarLink{}, err
	}
	delete(l.kept, node)
	l.host.RemoveLink(streams.PeerOf(node))
	return l.show(k), nil
}

// fewDigits is the smallest number of digits of a fingerprint that name a node.
const fewDigits = 12

// means reports whether somebody who typed who could mean a link.
func (l *links) means(who string, k *link) bool {
	to := k.Link.Link
	if far.Is(who) {
		given, err := far.Parse(who, l.network)
		return err == nil && given.Node == to.Node
	}
	digits := func(fingerprint string) string { return strings.ReplaceAll(strings.ToLower(fingerprint), "-", "") }
	typed := digits(strings.TrimSpace(who))
	return who != "" && who == k.Name || who == to.At() || len(typed) >= fewDigits && strings.HasPrefix(digits(record.Fingerprint(to.Node)), typed)
}

func (l *links) list() []api.FarLink {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.shown()
}

func (l *links) shown() (all []api.FarLink) {
	for _, k := range l.kept {
		all = append(all, l.show(k))
	}
	slices.SortFunc(all, func(a, b api.FarLink) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Fingerprint, b.Fingerprint))
	})
	return all
}

func (l *links) show(k *link) api.FarLink {
	s := api.FarLink{
		Name: k.Name, Fingerprint: record.Fingerprint(k.Link.Link.Node), Address: k.Link.Link.At(), Connected: k.linked,
		Since: time.Unix(k.Since, 0).UTC(), Failed: k.failed,
	}
	if k.Came != 0 {
		s.Came = time.Unix(k.Came, 0).UTC()
	}
	return s
}
