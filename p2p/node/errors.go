package node

import (
	"errors"

	"fives/engine/rules"
	"fives/p2p/api"
	"fives/p2p/replica"
)

// movedOnError returns the error for a move that is for another step than the table's.
func movedOnError() error { return api.Fail(api.ReasonMovedOn, api.Data{}) }

// notYourTurn returns an error that says what a table waits for instead of this node's seat.
func notYourTurn(r tableState) error {
	if r.Table().Over() {
		return api.Fail(api.ReasonGameOver, api.Data{})
	}
	w := waitingFor(r, r.Table().Terms().Names())
	return api.Fail(api.ReasonNotYourTurn, api.Data{Table: r.Table().ID().String(), Waiting: &w})
}

// notCovered returns an error that says why nobody can be covered now.
func notCovered(r tableState) error {
	t := r.Table()
	names := t.Terms().Names()
	fail := func(reason api.Reason, d api.Data) error { return api.Fail(reason, d) }
	away := absentSeats(r)
	switch {
	case t.Over():
		return fail(api.ReasonGameOver, api.Data{})
	case r.Local() == nil:
		return fail(api.ReasonNoSeat, api.Data{})
	case r.Local().Left:
		return fail(api.ReasonHasLeft, api.Data{})
	case t.Stopped():
		return fail(api.ReasonStopped, api.Data{})
	case !t.Terms().Covers():
		return fail(api.ReasonNoCover, api.Data{})
	case noCover(t) != "":
		return fail(api.ReasonFewNodes, api.Data{})
	case len(away) == 0:
		return fail(api.ReasonNobodyAway, api.Data{})
	}
	for _, s := range away {
		if silent := votersAway(r, s); t.Covering(s) && len(silent) > 0 {
			return fail(api.ReasonVotersAway, api.Data{Name: names[s], Names: namesOf(names, silent)})
		}
	}
	if second := missedSecond(r); len(second) > 0 {
		return fail(api.ReasonOneADeal, api.Data{Names: namesOf(names, second)})
	}
	return fail(api.ReasonNoVote, api.Data{Names: namesOf(names, away)})
}

// playError returns the error for people that says why a table refuses what this node's person wants.
func playError(err error) error {
	var c *api.Error
	switch {
	case errors.As(err, &c):
		return c
	case errors.Is(err, rules.ErrIllegal):
		return api.Fail(api.ReasonIllegal, api.Data{Detail: plainError(err)})
	case errors.Is(err, replica.ErrStopped):
		return api.Fail(api.ReasonStopped, api.Data{})
	case errors.Is(err, replica.ErrUnheard), errors.Is(err, replica.ErrHalted):
		return api.Fail(api.ReasonUnheard, api.Data{})
	case errors.Is(err, replica.ErrChanging):
		return api.Fail(api.ReasonChanging, api.Data{})
	case errors.Is(err, replica.ErrLeft):
		return api.Fail(api.ReasonHasLeft, api.Data{})
	case errors.Is(err, replica.ErrNoSeat):
		return api.Fail(api.ReasonNoSeat, api.Data{})
	}
	return api.Fail(api.ReasonFailed, api.Data{Detail: plainError(err)})
}

// plainError returns [api.Plain] of an error.
func plainError(err error) string { return api.Plain(err.Error()) }
