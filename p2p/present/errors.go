package present

import (
	"errors"
	"strings"

	"fives/engine/rules"
	"fives/engine/table"
	"fives/p2p/control"
	"fives/p2p/control/plain"
	"fives/p2p/replica"
)

// MovedOn refuses a move that is for another step than the table's.
func MovedOn() error { return control.Fail(control.ReasonMovedOn, control.Data{}) }

// NotYourTurn says for what a table waits instead of this node's seat.
func NotYourTurn(r State) error {
	if r.Table().Over() {
		return control.Fail(control.ReasonGameOver, control.Data{})
	}
	w := waitingFor(r, r.Table().Terms().Names())
	return control.Fail(control.ReasonNotYourTurn, control.Data{Waiting: &w})
}

// NotCovered says why nobody can be covered now.
func NotCovered(r State) error {
	t := r.Table()
	names := t.Terms().Names()
	fail := func(reason control.Reason, d control.Data) error { return control.Fail(reason, d) }
	away := awaited(r)
	switch {
	case t.Over():
		return fail(control.ReasonGameOver, control.Data{})
	case r.Local() == nil:
		return fail(control.ReasonNoSeat, control.Data{})
	case r.Local().Left:
		return fail(control.ReasonHasLeft, control.Data{})
	case t.Stopped():
		return fail(control.ReasonStopped, control.Data{})
	case !t.Terms().Cover:
		return fail(control.ReasonNoCover, control.Data{})
	case noCover(t) != "":
		return fail(control.ReasonFewNodes, control.Data{})
	case len(away) == 0:
		return fail(control.ReasonNobodyAway, control.Data{})
	}
	for _, s := range away {
		if silent := votersAway(r, s); t.Covering(s) && len(silent) > 0 {
			return fail(control.ReasonVotersAway, control.Data{Name: names[s], Names: Names(names, silent)})
		}
	}
	return fail(control.ReasonNoVote, control.Data{Names: Names(names, away)})
}

// PlayError says why a table does not take what this node's person wants.
func PlayError(err error) error {
	var c *control.Error
	switch {
	case errors.As(err, &c):
		return c
	case errors.Is(err, rules.ErrIllegal):
		return control.Fail(control.ReasonIllegal, control.Data{Detail: Plain(err)})
	case errors.Is(err, replica.ErrStopped):
		return control.Fail(control.ReasonStopped, control.Data{})
	case errors.Is(err, replica.ErrUnheard), errors.Is(err, replica.ErrHalted):
		return control.Fail(control.ReasonUnheard, control.Data{})
	case errors.Is(err, replica.ErrLeft):
		return control.Fail(control.ReasonHasLeft, control.Data{})
	case errors.Is(err, replica.ErrNoSeat):
		return control.Fail(control.ReasonNoSeat, control.Data{})
	}
	return control.Fail(control.ReasonFailed, control.Data{Detail: Plain(err)})
}

// BadTerms says that there can be no such table.
func BadTerms(err error) error {
	return control.Fail(control.ReasonBadTerms, control.Data{Detail: strings.TrimPrefix(Plain(err), Plain(table.ErrTerms)+": ")})
}

// BadOption says that a game does not take an option.
func BadOption(rs *rules.RuleSet, err error) error {
	return control.Fail(control.ReasonBadOption, control.Data{Game: rs.Name, Detail: Plain(err)})
}

// Ambiguous says that more than one table fits.
func Ambiguous(ids []string) error {
	return control.Fail(control.ReasonManyTables, control.Data{Candidates: ids})
}

// Plain is [plain.Error] of an error.
func Plain(err error) string { return plain.Error(err.Error()) }
