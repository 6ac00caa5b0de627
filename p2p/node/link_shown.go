package node

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"fives/engine/record"
	"fives/p2p/api"
	"fives/p2p/far"
	"fives/p2p/streams"
)

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

// name is what the node of a link calls itself, or did when it was last there: it is heard a moment after
// the node is connected, and kept then.
func (l *links) name(k *link) string { return cmp.Or(l.directory.Name(k.To.Node), k.Name) }

func (l *links) show(k *link) api.FarLink {
	s := api.FarLink{
		Name: l.name(k), Fingerprint: record.Fingerprint(k.To.Node), Address: k.To.At(), Connected: k.linked,
		Since: time.Unix(k.Since, 0).UTC(), Failed: k.failed,
	}
	if k.Refused {
		s.Failed = api.ReasonLinkOld
	}
	if k.Came != 0 {
		s.Came = time.Unix(k.Came, 0).UTC()
	}
	return s
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
		if far.Is(who) { // nobody should read its secret
			d.Name = "far:…"
		}
		for _, s := range l.shown() {
			d.Candidates = append(d.Candidates, cmp.Or(s.Name, s.Fingerprint))
		}
		return api.FarLink{}, api.Fail(api.ReasonNoLink, d)
	case 1:
	default:
		d := api.Data{Name: who}
		for _, k := range fit {
			d.Candidates = append(d.Candidates, record.Fingerprint(k.To.Node))
		}
		return api.FarLink{}, api.Fail(api.ReasonManyPeers, d)
	}
	k := fit[0]
	node := k.To.Node
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
	to := k.To
	if far.Is(who) {
		given, err := far.Parse(who, l.network)
		return err == nil && given.Node == to.Node
	}
	digits := func(fingerprint string) string { return strings.ReplaceAll(strings.ToLower(fingerprint), "-", "") }
	typed := digits(strings.TrimSpace(who))
	return who != "" && who == l.name(k) || who == to.At() || len(typed) >= fewDigits && strings.HasPrefix(digits(record.Fingerprint(to.Node)), typed)
}
