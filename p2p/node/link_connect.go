package node

import (
	"context"
	"errors"
	"time"

	"fives/engine/record"
	"fives/p2p/api"
	"fives/p2p/far"
	"fives/p2p/store"
	"fives/p2p/streams"
)

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

// connect tries a link, and keeps it, unless it can never lead to its node, or leads nowhere just now
// while the one that is kept does lead there.
func (l *links) connect(ctx context.Context, text string) (node record.Key, err error) {
	to, err := l.read(text)
	if err != nil {
		return node, err
	}
	if l.host.OnlyDials() { // and whoever has its address later could read what it keeps
		return node, api.Fail(api.ReasonLinkInPage, api.Data{})
	}
	if l.host.Blocked(streams.PeerOf(to.Node)) {
		return node, api.Fail(api.ReasonKeptOut, api.Data{Address: to.At()})
	}
	over, err := l.alone(ctx, to.Node)
	if err != nil {
		return node, err
	}
	defer over()
	l.mu.Lock()
	before := l.kept[to.Node]
	full := before == nil && len(l.kept) >= store.MaxLinks
	var former far.Link // that may be better
	if before != nil && before.To != to && !before.Refused {
		former = before.To
	}
	l.mu.Unlock()
	if full {
		return node, api.Fail(api.ReasonManyLinks, api.Data{Limit: store.MaxLinks})
	}
	tried := l.dial(ctx, to)
	reason := ofLink(tried)
	never := tried != nil && (reason == api.ReasonLinkOld || reason == api.ReasonLinkAstray)
	better := tried != nil && !never && reason != api.ReasonLinkHangsUp && former != far.Link{} && l.leads(ctx, former)
	l.mu.Lock()
	defer l.mu.Unlock()
	before = l.kept[to.Node] // unless it was forgotten meanwhile
	k := &link{Link: store.Link{To: to, Since: time.Now().Unix()}}
	if before != nil {
		k.Name = before.Name
	}
	k.Name = l.name(k)
	if never || better {
		there := before != nil && l.host.Direct(streams.PeerOf(to.Node)) // and stays
		if !there {
			l.host.RemoveLink(streams.PeerOf(to.Node))
		}
		switch {
		case before == nil, there:
		case before.To == to && reason == api.ReasonLinkOld:
			l.note(before, tried)
		default:
			before.next = time.Time{} // it leads there again
		}
		return node, l.failure(k, reason, better)
	}
	if err := l.store.PutLink(k.Link); err != nil {
		l.host.RemoveLink(streams.PeerOf(to.Node))
		return node, err
	}
	l.kept[to.Node] = k
	l.note(k, tried)
	if tried != nil {
		return node, l.failure(k, reason, false)
	}
	return to.Node, nil
}

// leads reports whether a link that is kept leads to its node, or to somebody who says that there is no room;
// anybody can, so that is not enough for another one. Whoever does not wait for that loses none.
func (l *links) leads(ctx context.Context, to far.Link) bool {
	if l.host.WentByLink(streams.PeerOf(to.Node)) {
		return true
	}
	err := l.dial(ctx, to)
	reason := ofLink(err)
	return err == nil || reason == api.ReasonLinkHangsUp || reason == api.ReasonLinkFull || ctx.Err() != nil
}

// failure says why a link led nowhere, and whether the one before is kept in its place.
func (l *links) failure(k *link, reason api.Reason, former bool) error {
	return api.Fail(reason, api.Data{Name: k.Name, Address: k.To.At(), Former: former})
}
