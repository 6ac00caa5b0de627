package lobby

import (
	"context"
	"errors"
	"time"

	"fives/p2p/api"
	"fives/p2p/entry"
)

// signer signs what this node says as the host of tables.
func (l *Lobby) signer() signer {
	return signer{Key: l.cfg.Key, Name: l.cfg.Name, Games: l.cfg.Games, Now: l.cfg.Scheduler.Now}
}

// Host opens a table.
func (l *Lobby) Host(_ context.Context, r api.HostRequest) (api.Offer, error) {
	t, err := l.signer().open(r)
	if err != nil {
		return api.Offer{}, err
	}
	o, err := l.newOffer(t, time.Time{})
	if err != nil {
		return api.Offer{}, badTerms(err)
	}
	view := o.view(o.state.Load())
	answer := make(chan error, 1)
	o.Put(func(time.Time) { o.open(func(err error) { answer <- err }) }) // before anybody can find the table
	if !l.offers.add(o.id, o, MaxOffers) {
		return api.Offer{}, api.Fail(api.ReasonTooManyOpen, api.Data{Limit: MaxOffers})
	}
	o.Start()
	if err := <-answer; err != nil {
		return api.Offer{}, errors.Join(err, o.withdraw())
	}
	return view, nil
}

// open stores a new offer, and begins it if it has no free seat.
func (o *offer) open(done func(error)) {
	err := o.save(o.stored)
	switch {
	case err != nil:
		o.end(entry.RoomNews{Withdrawn: true})
		done(err)
	case len(o.stored.Joins) == o.size:
		o.begin(done)
	default:
		done(nil)
	}
}
