package say

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"fives/p2p/api"
)

// Error says why the daemon does not do something, and what to do about it. It returns "" if
// there is nothing to say beyond the error's code.
func Error(e *api.Error) (text, hint string) { return ErrorAmong(e, shortIDs(e.Candidates)) }

// ErrorAmong is [Error] with what people call the tables that the error lists by their IDs.
func ErrorAmong(e *api.Error, tables []string) (text, hint string) {
	if e.Warning != nil {
		return Warning(*e.Warning), ""
	}
	switch {
	case e.Reason == api.ReasonManyTables:
		return "more than one table fits", "name one of: " + strings.Join(tables, ", ")
	case e.Reason == api.ReasonTableFull && len(tables) > 0:
		return "all tables are full: " + strings.Join(tables, ", "), takeOver
	}
	s, ok := sentences[e.Reason]
	if !ok {
		s = cmp.Or(ofDaemon(e), ofTable(e), ofContinuation(e), ofHandover(e), ofNode(e), ofLink(e), ofRouter(e), unknown(e))
	}
	return withoutLinks(s.text), s.hint
}

// A sentence says why something was not done, and what to do about it.
type sentence struct{ text, hint string }

// fiveCodes says what wrong codes of one's own lead to, with the first as with the fifth.
const fiveCodes = "after five wrong codes a node is let in only with a new one"

// sentences holds those that need no data.
var sentences = map[api.Reason]sentence{
	api.ReasonNoTables:         {"you sit at no table", "fives tables lists the open ones, fives host opens one"},
	api.ReasonCannotWatch:      {text: "the table cannot be watched now"},
	api.ReasonNothingToLeave:   {text: "no table to leave"},
	api.ReasonBeginning:        {text: "the table is just beginning"},
	api.ReasonNeedsCode:        {"the table is private and needs its code", "ask the host for it and add --code"},
	api.ReasonStillPlaying:     {"you have a seat at this table, and it goes on", "say goodbye first: fives leave"},
	api.ReasonNotHost:          {"only the host of an open table can do that", "it begins by itself when all seats are taken"},
	api.ReasonSeatsKept:        {"the seats of those who were here are kept for them", "it begins when they are back; else try again in half a minute"},
	api.ReasonWrongCode:        {"the code is wrong", "ask the host to read it out once more, and try again; " + fiveCodes},
	api.ReasonTooManyCodes:     {"too many wrong codes: your node is not let in now", fiveCodes + ", as another table has; if yours has not tried five, somebody else at your address has guessed: wait half a minute and try again"},
	api.ReasonHostSilent:       {"the host does not answer", "fives peers shows who is there"},
	api.ReasonMovedOn:          {"the table has gone on since; nothing was played", "fives show draws it as it is now"},
	api.ReasonStopped:          {"the table has stopped: somebody is at fault", "fives show says who"},
	api.ReasonUnheard:          {"this daemon was started again and must first hear from everybody at the table", "fives show says who is missing"},
	api.ReasonTwice:            {"your node also runs elsewhere: neither signs anything", "stop one of them; " + PlayHere},
	api.ReasonElsewhere:        {"you play elsewhere: this node only looks on, and signs nothing", PlayHere},
	api.ReasonNoCover:          {"this table waits for whoever is away", "fives continue goes on without; whether the others play on is chosen when a table is opened: fives host … --cover"},
	api.ReasonFewNodes:         {"fewer than four devices play this hand, so the others play for nobody", "fives continue goes on with those who are there"},
	api.ReasonNobodyAway:       {"the table waits for nobody who is away", "a device is away when it has been silent for 6 s: fives show says who is"},
	api.ReasonNoSeat:           {text: "you have no seat at this table"},
	api.ReasonHasLeft:          {text: "you have left this table"},
	api.ReasonGameOver:         {text: "the game is over"},
	api.ReasonNoLog:            {text: "nobody has accepted to go on at this table: it has no log"},
	api.ReasonNothingToRematch: {text: "there is no table for a rematch"},
	api.ReasonNoSpectators:     {"this table lets no spectators in", "that is chosen when it is opened: fives host … --spectators"},
}

// unknown is said about a reason that only a newer daemon knows.
func unknown(e *api.Error) sentence {
	s := sentence{text: unknownCode(string(e.Reason), e.Detail)}
	if len(e.Candidates) > 0 {
		s.hint = "name one of: " + strings.Join(shortIDs(e.Candidates), ", ")
	}
	return s
}

// detail returns what the refusing side says, in one line.
func detail(e *api.Error) string { return oneLine(e.Detail) }

// shortIDs cuts each ID to as much as distinguishes it from the others.
func shortIDs(ids []string) []string {
	n := ShortID
	for ; ; n += 4 {
		seen, whole := map[string]bool{}, true
		for _, id := range ids {
			seen[id[:min(n, len(id))]] = true
			whole = whole && n >= len(id)
		}
		if whole || len(seen) == len(ids) {
			break
		}
	}
	short := make([]string, len(ids))
	for i, id := range ids {
		short[i] = id[:min(n, len(id))]
	}
	return short
}

// Reason says in one line why something was not done, for a screen on which nobody types
// commands.
func Reason(err error) string {
	var e *api.Error
	switch {
	case errors.As(err, &e):
		text, hint := Error(e)
		if hint = withoutCommands(hint); hint == "" {
			return text
		}
		return text + " (" + hint + ")"
	case errors.Is(err, context.DeadlineExceeded):
		return "the daemon did not answer in time"
	}
	return err.Error()
}

// withoutCommands leaves out of a hint what names a command.
func withoutCommands(hint string) string {
	return strings.Join(slices.DeleteFunc(strings.Split(hint, "; "), func(part string) bool {
		return strings.Contains(part, "fives ")
	}), "; ")
}
