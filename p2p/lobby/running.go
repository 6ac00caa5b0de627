package lobby

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"fives/engine/table"
	"fives/p2p/api"
	"fives/p2p/entry"
)

// joinRunning asks for a seat at a running table, at the first of its nodes that takes the
// wish.
func (l *Lobby) joinRunning(ctx context.Context, r api.JoinRequest) (api.Offer, error) {
	if r.Play != "" {
		return api.Offer{}, api.Fail(api.ReasonUnreadable, api.Data{Detail: "play, seat"}) // its host would have to sit there
	}
	claims, err := l.findRunning(ctx, r)
	if err != nil {
		return api.Offer{}, err
	}
	var why error
	for _, h := range claims {
		w, err := l.askAt(ctx, h, r)
		if err == nil {
			return w.view(), nil
		}
		if !elsewhere(err) && !wrongCode(err) {
			why = err
			break
		}
		if why == nil || errors.Is(err, entry.ErrNeedsCode) || wrongCode(err) {
			why = err
		}
	}
	return api.Offer{}, l.wishFailure(why, r.Seat)
}

// findRunning finds the running table that a request means, and the nodes that list it.
func (l *Lobby) findRunning(ctx context.Context, r api.JoinRequest) ([]HeardOffer, error) {
	want := api.TypedID(r.Table)
	unfit := func(o HeardOffer) bool {
		if !o.Running || !strings.HasPrefix(o.ID, want) {
			return true
		}
		named := slices.ContainsFunc(o.OpenSeats, func(s api.OpenSeat) bool { return strings.EqualFold(s.Name, r.Seat) })
		return want == "" && !named && !(o.Private && o.OpenSeats == nil && r.Code != "")
	}
	found, heard := patiently(ctx, l.askAll, unfit)
	switch {
	case len(found) == 0:
		return nil, l.nothingRuns(heard, r)
	case slices.ContainsFunc(found, func(o HeardOffer) bool { return o.ID != found[0].ID }):
		return nil, api.Ambiguous(found, func(o HeardOffer) string { return o.ID })
	case l.wishes.get(found[0].Table) != nil:
		return nil, api.Fail(api.ReasonAskedAlready, api.Data{Name: l.wishes.get(found[0].Table).seat().Name})
	}
	return found[:min(len(found), MaxClaims)], nil
}

// nothingRuns tells why there is no table at which a seat could be asked for.
func (l *Lobby) nothingRuns(heard []HeardOffer, r api.JoinRequest) error {
	var seats []string
	for _, o := range heard {
		switch {
		case r.Table != "" && !o.Running && strings.HasPrefix(o.ID, api.TypedID(r.Table)):
			d := api.Data{Table: o.ID}
			if o.Joined {
				d.Table = ""
			}
			return api.Fail(api.ReasonNotBegun, d)
		case r.Table == "":
			for _, s := range o.OpenSeats {
				seats = append(seats, s.Name)
			}
		}
	}
	if len(seats) > 0 {
		slices.Sort(seats)
		return api.Fail(api.ReasonNobodyCalled, api.Data{Name: r.Seat, Candidates: slices.Compact(seats)})
	}
	return api.Fail(api.ReasonNoOpenTable, l.cfg.Directory.Elsewhere(r.Table))
}

// elsewhere reports whether another node of a table may take a wish that one has not taken:
// one that has let this node watch asks for no code.
func elsewhere(err error) bool {
	var r entry.Refusal
	if !errors.As(err, &r) {
		return errors.Is(err, entry.ErrUnreachable) || errors.Is(err, entry.ErrNeedsCode)
	}
	return slices.Contains([]entry.Refusal{entry.ErrNoTable, entry.ErrNoCode, entry.ErrTooManyCodes, entry.ErrSeatAsked}, r)
}

// wrongCode reports whether a node of a table has another code than was typed. Once one of them has
// drawn a new one, their codes differ, and people read out the one on the screen before them.
func wrongCode(err error) bool {
	return errors.Is(err, entry.ErrCode) || errors.Is(err, entry.ErrWrongCode)
}

// wishFailure says why a wish was not taken.
func (l *Lobby) wishFailure(err error, seat string) error {
	var r entry.Refusal
	if errors.As(err, &r) {
		switch r {
		case entry.ErrSeatOut:
			return api.Fail(api.ReasonSeatOut, api.Data{Name: seat})
		case entry.ErrSeatChanged:
			return api.Fail(api.ReasonSeatChanged, api.Data{Name: seat})
		case entry.ErrSeatAsked:
			return api.Fail(api.ReasonSeatAsked, api.Data{Name: seat})
		case entry.ErrAtFault:
			return api.Fail(api.ReasonWasAtFault, api.Data{Name: l.cfg.Name})
		case entry.ErrNoCode:
			return api.Fail(api.ReasonNoDoor, api.Data{Detail: string(r)})
		case entry.ErrNoTable:
			return api.Fail(api.ReasonNoDoor, api.Data{})
		case entry.ErrNotBegun:
			return api.Fail(api.ReasonNotBegun, api.Data{})
		}
	}
	return failure(err)
}

// askAt asks a node for a seat at the table that it lists.
func (l *Lobby) askAt(ctx context.Context, h HeardOffer, r api.JoinRequest) (*wish, error) {
	code := entry.Digits(r.Code)
	var w *wish
	s, first, err := asking{l: l, host: h.Node, table: h.Table, code: code}.wish(ctx, func(door entry.Door) (entry.Wish, error) {
		if err := l.checkDoor(&door, h.Node); err != nil {
			return entry.Wish{}, err
		}
		seat, err := seatNamed(&door, r.Seat, h.OpenSeats != nil)
		if err != nil {
			return entry.Wish{}, err
		}
		asked := l.newWish(door.ID, Wish{Door: door, Seat: seat, Name: l.cfg.Name, Now: r.Now, Code: code, Keeper: h.Node})
		asked.pursued = true
		if err := l.keepWish(asked); err != nil {
			return entry.Wish{}, err
		}
		w = asked
		return w.frame(), nil
	})
	if err != nil {
		if w != nil {
			w.giveUp(api.Event{})
		}
		return nil, err
	}
	w.news.Store(shownNews(first))
	l.cfg.Scheduler.Go(func() {
		w.waitIn(s)
		w.rest()
	})
	return w, nil
}

// seatNamed finds the seat of somebody. Of several with one name the first can be named with ~1, as
// the others with their numbers; where the seats are not listed, the bare name says nothing.
func seatNamed(d *entry.Door, name string, listed bool) (int, error) {
	var names, open []string
	for _, s := range d.Seats {
		names = append(names, s.Name)
		if !s.Taken {
			open = append(open, s.Name)
		}
	}
	i := table.Called(names, name)
	if first, is := strings.CutSuffix(strings.TrimSpace(name), "~1"); i < 0 && is {
		if i = table.Called(names, first); len(namesakes(d.Seats, names, i)) < 2 {
			i = -1
		}
	} else if same := namesakes(d.Seats, names, i); len(same) > 1 && !listed {
		return 0, api.Fail(api.ReasonManyCalled, api.Data{Name: names[i], OpenSeats: same})
	}
	if i < 0 {
		return 0, api.Fail(api.ReasonNobodyCalled, api.Data{Name: name, Candidates: open})
	}
	return i, nil
}

// namesakes lists those who are called as the player of a seat is whose label is the name alone, as
// each can be named; nobody if i is no seat.
func namesakes(seats []entry.DoorSeat, names []string, i int) (same []api.OpenSeat) {
	for at := i; at >= 0; {
		label := func() string { return fmt.Sprintf("%s~%d", names[i], len(same)+1) }
		same = append(same, api.OpenSeat{Name: label(), BotOf: seats[at].BotOf, Score: seats[at].Score})
		at = slices.Index(names, label())
	}
	return same
}
