package lobby

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"fives/engine/record"
	"fives/p2p/api"
	"fives/p2p/entry"
)

const (
	maxMoves = 32 // times that a joiner follows a table to another ID
)

// loadOffers takes up the tables that were open when the node stopped. The seats
// of others are theirs again when they connect in time.
func (l *Lobby) loadOffers() error {
	stored, err := l.cfg.Store.Offers()
	if err != nil {
		return err
	}
	for _, id := range sortedIDs(stored) {
		if err := l.loadOffer(id, stored[id]); err != nil {
			return err
		}
	}
	return nil
}

func (l *Lobby) loadOffer(id record.Hash, t OpenTable) error {
	if l.cfg.Tables.Has(id) { // it began just before the node stopped
		return errors.Join(l.keepSentAway(id, t.SentAway), l.keepCode(id, entry.NewCode(t.Code)), l.cfg.Store.DropOffer(id))
	}
	fresh, err := l.signer().again(id, t, 0)
	var o *offer
	if err == nil {
		o, err = l.newOffer(fresh, l.cfg.Scheduler.Now())
	}
	if err != nil {
		return fmt.Errorf("lobby: open table %s: %w", id.Short(), err)
	}
	if err := l.cfg.Store.MoveOffer(id, o.id, o.stored); err != nil {
		l.cfg.Log.Error("an open table is left out, as the store does not take it", "table", id.Short(), "err", err)
		return nil
	}
	l.offers.add(o.id, o, math.MaxInt)
	l.noteMoved(id, o.id)
	l.addEvent(o.id, api.Event{What: api.Reopened, Was: id.String()})
	return nil
}

// movedTo finds the open table that a node had a seat at under an older ID.
func (l *Lobby) movedTo(old record.Hash, node record.Key) *offer {
	for _, o := range l.offers.list() {
		if slices.Contains(o.state.Load().stored.Kept, KeptSeat{Node: node, Table: old}) {
			return o
		}
	}
	return nil
}
