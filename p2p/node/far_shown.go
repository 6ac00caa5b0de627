package node

import (
	"cmp"
	"errors"
	"net/netip"
	"time"

	"fives/engine/record"
	"fives/p2p/api"
	"fives/p2p/far"
	"fives/p2p/host"
	"fives/p2p/near"
	"fives/p2p/store"
)

// now is what status says, nil if there is nothing to say.
func (o *farDoor) now() *api.Outside {
	o.mu.Lock()
	defer o.mu.Unlock()
	i := o.invitation().Outside
	if !i.On && i.Without.Count == 0 && len(i.Left) == 0 {
		return nil
	}
	return &i
}

// invitation shows how it is. mu must be held.
func (o *farDoor) invitation() api.FarInvitation {
	visits := o.host.FarVisits()
	i := api.FarInvitation{Outside: api.Outside{On: o.kept.On, In: visits.In, Without: visit(o.host.Strangers())}}
	for _, s := range o.kept.Stays {
		if s.Secret != o.kept.Secret {
			i.Left = append(i.Left, o.nameOf(s.Node))
		}
	}
	if !o.kept.On {
		return i
	}
	l := o.link(o.kept)
	i.Address, i.Port, i.Router, i.Since = l.At(), o.kept.Door, o.opening != nil && o.routed == nil, time.Unix(o.kept.Since, 0).UTC()
	if ip, err := netip.ParseAddr(l.Host); err == nil {
		i.Private = near.Private(ip)
	}
	if o.kept.Mapped && o.kept.Shown != "" && o.kept.Shown != i.Address {
		i.Moved = o.kept.Shown
	}
	i.Came, i.Old, i.Full, i.Unknown = visit(visits.Came), visit(visits.Old), visit(visits.Full), visit(visits.Unknown)
	if o.kept.Came != 0 {
		i.Came.Time, i.Came.Name = time.Unix(o.kept.Came, 0).UTC(), o.nameOf(o.kept.Who)
	}
	i.Link = l.String(o.network)
	return i
}

// link is the link of an invitation.
func (o *farDoor) link(f store.Far) far.Link {
	return far.Link{Host: f.Host, Port: uint16(f.Port), Node: o.self, Secret: f.Secret}
}

func visit(v host.Visit) api.Visit {
	shown := api.Visit{Count: v.Count}
	if v.Count > 0 {
		shown.Time = v.Last.UTC()
	}
	if v.From.IsValid() {
		shown.Address = v.From.String()
	}
	return shown
}

// nameOf is what a node calls itself, or did when it last came; mu must be held.
func (o *farDoor) nameOf(node record.Key) string {
	before := ""
	if node == o.kept.Who {
		before = o.kept.Name
	}
	return cmp.Or(o.directory.Name(node), before, record.Fingerprint(node))
}

// warnings says why nobody can come although somebody is invited.
func (o *farDoor) warnings() (all []api.Warning) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.shut != nil {
		all = append(all, api.Warning{Code: api.WarnFarPort, Port: o.kept.Door, Detail: plainError(o.shut)})
	}
	var why *api.Error
	if errors.As(o.routed, &why) {
		all = append(all, api.Warning{Code: api.WarnFarRouter, Port: o.kept.Port, Detail: string(why.Reason), Address: why.Address})
	}
	return all
}
