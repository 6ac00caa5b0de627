package lobby

import (
	"slices"
	"strings"
	"time"

	"fives/engine/record"
	"fives/p2p/api"
	"fives/p2p/entry"
)

// SendAway frees the seat of another node at an open table of this one, which gets none there any
// more. It returns the table as it is then.
func (l *Lobby) SendAway(r api.SendAwayRequest) (api.Offer, error) {
	o, err := l.own(r.Table)
	if err != nil {
		return api.Offer{}, err
	}
	err = o.Wait(func(time.Time) error {
		if o.closed || o.beginning {
			return api.Fail(api.ReasonBeginning, api.Data{})
		}
		node, err := o.seated(r.Who)
		if err != nil {
			return err
		}
		return o.sendAway(node)
	})
	if err != nil {
		return api.Offer{}, err
	}
	return o.view(o.state.Load()), nil
}

// seated finds the one other node at the table that has a fingerprint, or whose player has a name.
func (o *offer) seated(who string) (record.Key, error) {
	var found []record.Key
	var names []string
	for _, s := range o.state.Load().seats {
		name, _ := s.Called()
		node := s.Node()
		switch {
		case node == o.l.self:
			continue
		case record.Fingerprint(node) == who:
			return node, nil
		case strings.EqualFold(name, record.TypedName(who)):
			found = append(found, node)
		}
		names = append(names, name)
	}
	switch len(found) {
	case 0:
		return record.Key{}, api.Fail(api.ReasonNobodyCalled, api.Data{Name: who, Candidates: names})
	case 1:
		return found[0], nil
	}
	return record.Key{}, api.Fail(api.ReasonManyPeers, api.Data{Name: who, Candidates: fingerprints(found)})
}

func fingerprints(nodes []record.Key) (list []string) {
	for _, node := range nodes {
		list = append(list, record.Fingerprint(node))
	}
	return list
}

// sendAway takes a node's seat, and remembers that it gets none any more.
func (o *offer) sendAway(node record.Key) error {
	t := o.stored
	t.Joins = slices.DeleteFunc(slices.Clone(t.Joins), func(j record.Record) bool { return hostOf(o.id, j) == node })
	t.SentAway = append(slices.Clone(t.SentAway), node)
	if err := o.save(t); err != nil {
		return err
	}
	if r := o.rooms[node]; r != nil {
		r.finish(entry.RoomNews{Refused: string(entry.ErrSentAway)})
	}
	delete(o.rooms, node)
	delete(o.gone, node)
	o.tellSeated()
	return nil
}
