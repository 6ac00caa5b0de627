package say

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"fives/engine/record"
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

func ofDaemon(e *api.Error) (s sentence) {
	unusable := "the home " + e.Home + " cannot be used: "
	switch e.Reason {
	case api.ReasonUnreadable:
		s.text = "the request cannot be read: " + detail(e)
	case api.ReasonWrongMethod:
		s.text = e.Name + " takes " + e.Detail
	case api.ReasonNoCall:
		s = sentence{fmt.Sprintf("there is no call %q", e.Name), "p2p/PROTOCOL.md §7 lists the calls"}
	case api.ReasonNoCommonVersion:
		s = otherAPI(e.Daemon)
	case api.ReasonFailed:
		s.text = cmp.Or(detail(e), "the daemon failed")
	case api.ReasonNoDaemon:
		s = sentence{"no daemon runs in " + e.Home, startDaemon}
	case api.ReasonDaemonSilent:
		s = sentence{"the daemon in " + e.Home + " has stopped answering", "see " + e.Home + "/fives.log, then " + startDaemon}
		if e.Process != "" {
			s = sentence{"the daemon in " + e.Home + " (process " + e.Process + ") does not answer",
				"it may be starting, or somebody has removed the file of its socket: it makes that anew within a minute; else end the process, then " + startDaemon}
		}
	case api.ReasonDaemonEnded:
		s = sentence{"the daemon in " + e.Home + " has ended", startDaemon}
	case api.ReasonHomeInUse:
		by := "another daemon"
		if e.Process != "" {
			by += " (process " + e.Process + ")"
		}
		s = sentence{by + " uses the home " + e.Home, "stop it with: fives down, or give this one a home of its own with --home"}
	case api.ReasonHomePathTooLong:
		s = sentence{unusable + fmt.Sprintf("its path is too long for a unix socket (%d bytes, the system allows %d)", e.Length, e.Limit),
			"choose a shorter path with --home or FIVES_HOME"}
	case api.ReasonHomeOpenToAll:
		s = sentence{unusable + "everybody may write into it", ownHome}
	case api.ReasonHomeOfAnotherUser:
		s = sentence{unusable + "it belongs to " + cmp.Or(e.Detail, "another user"), ownHome + ", or be that user"}
		if e.Detail == "root" && ofUser(e.Home) { // fives was once run with sudo
			s.hint = `give it back to yourself with: sudo chown -R "$USER" ` + shell(e.Home)
		}
	case api.ReasonHomeWithoutModes:
		s = sentence{unusable + "this disk does not keep files private, and others who use this machine could take your key", ownHome + " on another disk"}
	case api.ReasonHomeWithoutSocket:
		s = sentence{unusable + "this disk holds no sockets (" + detail(e) + ")", ownHome + " on another disk"}
	case api.ReasonHomeGone:
		s = sentence{"the home " + e.Home + ", or the store in it, was moved, removed or replaced; its daemon has ended", "if you have moved the home: fives up --home with its new place"}
	case api.ReasonHomeUnusable:
		s = sentence{unusable + detail(e), ownHome}
	}
	return s
}

// shell quotes a path for a command line.
func shell(path string) string {
	if strings.ContainsFunc(path, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("/._-+,@", r)
	}) {
		return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
	}
	return path
}

const (
	noReason    = "the host gives no reason"
	takeOver    = "fives tables lists the seats that can be asked for, fives host opens another table"
	startDaemon = "start it with: fives up --detach"
	ownHome     = "choose a folder of your own with --home or FIVES_HOME"
)

// otherAPI says that this program and a daemon share no API version.
func otherAPI(daemon *api.Hello) sentence {
	var d api.Hello
	if daemon != nil {
		d = *daemon
	}
	s := sentence{
		fmt.Sprintf("the daemon is version %s (API %d), this program is version %s (API %d)", d.Version, d.API, api.ProgramVersion(), api.Newest),
		"the daemon is older: restart it with: fives down; fives up --detach",
	}
	if d.Oldest > api.Newest {
		s.hint = "the daemon is newer: use the fives program that started it, or restart it with this one: fives down; fives up --detach"
	}
	return s
}

func ofTable(e *api.Error) (s sentence) {
	switch e.Reason {
	case api.ReasonNoTable:
		s = sentence{"no table " + e.Name, "fives tables lists yours"}
	case api.ReasonNoOpenTable:
		s = sentence{"no open table to join", cmp.Or(others(e), "fives tables lists them, fives host opens one")}
		if e.Name != "" {
			s = sentence{"no open table " + e.Name, cmp.Or(others(e), "fives tables lists them")}
		}
	case api.ReasonTableFull:
		s = sentence{"the table is full", takeOver}
		if len(e.Names) > 0 {
			s.text = TableName(e.Game, e.Names, "", e.Table) + " is full"
		}
	case api.ReasonNotBegun:
		s = sentence{"the table has not begun: seats are still free", "fives tables shows who is there"}
		if e.Table != "" {
			s.hint = "fives join " + Short(e.Table) + " takes one"
		}
	case api.ReasonJoinedAlready:
		s.text = "you have a seat there already"
		if len(e.Names) > 0 {
			s = sentence{s.text + ", at the table of " + And(e.Names) + " (" + Short(e.Table) + ")", "nobody has two seats at a table; fives seat give WHO hands yours to somebody else"}
		}
	case api.ReasonNothingToBegin:
		s = sentence{"you have no open table", "fives host opens one"}
		if e.Name != "" {
			s = sentence{"you have no open table " + e.Name, "fives tables lists the open tables"}
		}
	case api.ReasonTooFewSeats:
		s = sentence{fmt.Sprintf("%s needs %s, and you are %d", Title(e.Game), Count(e.Limit, "player"), e.Seats), "fives begin --fill gives the free ones to computer players"}
	case api.ReasonNothingToWatch:
		s = sentence{"no table to watch", cmp.Or(others(e),
			"a table can be watched if its host allows it: fives host … --spectators; at a private one, a player lets you in: fives invite NAME")}
	case api.ReasonNoGame:
		s = sentence{fmt.Sprintf("there is no game %q", e.Name), "fives rules lists them"}
	case api.ReasonBadOption:
		s = sentence{detail(e), "fives rules " + e.Game + " lists the options"}
	case api.ReasonBadTerms:
		s.text = detail(e)
	case api.ReasonNoStrength:
		s = sentence{fmt.Sprintf("%s has no computer player %q", e.Game, e.Name), "fives rules " + e.Game + " --json lists them"}
	case api.ReasonNoSeatLeft:
		s.text = fmt.Sprintf("%d computer players leave no seat for you at a table of %d", e.Bots, e.Seats)
	case api.ReasonTooManyOpen:
		s = sentence{fmt.Sprintf("%d tables are open already", e.Limit), "close one with fives leave"}
	case api.ReasonHostRefuses:
		s = sentence{cmp.Or(detail(e), noReason), "fives tables lists the open tables"}
	case api.ReasonIllegal:
		s = sentence{detail(e), "fives moves lists what you may do"}
	case api.ReasonNotYourTurn:
		s = notYourTurn(e.Waiting)
	case api.ReasonVotersAway:
		s = sentence{"nobody can play for " + Name(e.Name) + " while " + list(e.Names) + " is away as well", "fives continue goes on with those who are there"}
	case api.ReasonOneADeal:
		s = sentence{"the hand waits for " + list(e.Names) + ": " + CoverOne, "fives continue goes on with those who are there"}
	case api.ReasonNoVote:
		s.text = "this node has no say about " + list(e.Names) + " in this hand"
	case api.ReasonBadLine:
		s.text = fmt.Sprintf("a line has 1 to %d bytes", e.Limit)
	case api.ReasonNoFault:
		s.text = fmt.Sprintf("the table has no fault %d", e.Fault)
	}
	return s
}

// notYourTurn says what a table waits for instead. Where nothing goes on by itself, only the deeds that are
// offered there can say what helps.
func notYourTurn(w *api.Waiting) sentence {
	if w == nil {
		w = &api.Waiting{}
	}
	s := sentence{text: NotYourTurn(*w)}
	switch {
	case w.What == string(record.KindMove), Doing(*w) != "":
		s.hint = "fives wait waits for yours"
	case w.What == api.HandedOver, w.What == api.Onward, w.What == api.LeftBehind, w.What == api.Changing:
		s.hint = "fives tables lists your tables, and the seats that can be asked for"
	}
	return s
}

func ofContinuation(e *api.Error) (s sentence) {
	switch e.Reason {
	case api.ReasonCannotContinue:
		s = sentence{detail(e), calls(e)}
	case api.ReasonWithdrawn:
		s = sentence{"it was withdrawn by " + list(e.Names) + ", and that is for good", "fives host opens a new table"}
	case api.ReasonOwed:
		s = sentence{Owed(e), "fives leave --forget TABLE --yes forgets it all the same"}
	case api.ReasonSeatGone:
		s = sentence{"you have no seat there any more", calls(e)}
	case api.ReasonPlayedToEnd:
		s = sentence{"that table has been played to its end", "fives rematch " + Short(e.Table) + " plays again after it"}
	case api.ReasonGoesBack:
		s = sentence{fmt.Sprintf("it goes back behind hand %d, which %s signed: that takes the consent of all", e.Hand, list(e.Names)),
			"fives continue " + Short(e.Table) + " goes on from the last hand"}
	case api.ReasonNobodyCalled:
		s = sentence{"nobody at the table is called " + Name(e.Name), ""}
		if len(e.Candidates) > 0 {
			s.hint = "name one of: " + Names(e.Candidates, ", ")
		}
	case api.ReasonManyCalled:
		var marked, names []string
		for _, seat := range e.OpenSeats {
			marked, names = append(marked, SeatMarked(seat)), append(names, seat.Name)
		}
		s = sentence{fmt.Sprintf("%d players are called %s: %s", len(marked), Name(e.Name), strings.Join(marked, "; ")), "name one of: " + Names(names, ", ")}
	case api.ReasonNotTogether:
		s = sentence{"at no table of yours there is " + list(e.Names), "fives tables lists who is where"}
	case api.ReasonNothingToContinue:
		s = sentence{"there is no table to go on from", calls(e)}
	case api.ReasonNotAgreed:
		s = sentence{"the table has not begun: it waits for " + list(e.Names) + " to agree", cmp.Or(calls(e), "fives wait waits for your turn there")}
	case api.ReasonNobodyMissing:
		s = sentence{"nobody is missing at your tables", calls(e)}
		if len(e.Names) > 0 {
			s.text = "nobody is missing yet at your tables: the hand waits for " + And(e.Names) + ", heard a moment ago"
			s.hint = cmp.Or(s.hint, "a device is away when it has been silent for 6 s; --without leaves somebody out at once")
		}
	}
	return s
}

func ofHandover(e *api.Error) (s sentence) {
	const seats = "fives tables lists the seats that can be asked for"
	switch e.Reason {
	case api.ReasonNoHandover:
		s.text = "nobody would take a seat"
		if e.Name != "" {
			s.text = "no seat is to change hands by the name " + Name(e.Name)
		}
		s.hint = "fives show says who would take which seat; one that is offered to you is asked for by fives join TABLE --seat NAME"
		if len(e.Candidates) > 0 {
			s.hint = "these are: " + Names(e.Candidates, ", ")
		}
	case api.ReasonManyHandovers:
		s = sentence{"more than one seat is to change hands", "name one of: " + Names(e.Candidates, ", ")}
	case api.ReasonNotOwnSeat:
		s = sentence{"the seat of " + Name(e.Name) + " is not yours to hand over", "you can hand over your own, and those of your computer players"}
	case api.ReasonNotOffered:
		s = sentence{"the seat of " + Name(e.Name) + " is not offered to " + list(e.Names), "fives show says who would take which seat"}
	case api.ReasonHandedOver:
		s = sentence{handedOver(Name(e.Name), ""), seats}
	case api.ReasonSeatOut:
		s = sentence{"the seat of " + Name(e.Name) + " is out of the game", seats}
	case api.ReasonSeatChanged:
		s = sentence{"the seat of " + Name(e.Name) + " has changed hands, or is about to", seats}
	case api.ReasonOtherHandover:
		s = sentence{"that is not as it was shown any more" + meant(e.Handover), "fives show says who would take which seat"}
	case api.ReasonWarned:
		s = sentence{Warned(e), "fives seat agree WHO --yes agrees all the same"}
	case api.ReasonChanging:
		s = sentence{"seats change hands just now", "try again in a moment"}
	case api.ReasonSeatAsked:
		s = sentence{"somebody else asks for a seat there just now", seats}
	case api.ReasonIsComputer:
		of := "yours"
		if len(e.Names) > 0 {
			of = list(e.Names) + "'s"
		}
		s = sentence{Name(e.Name) + " is a computer player of " + of + ", and has a seat at this table", newComputer(e)}
	case api.ReasonByProgram:
		s = sentence{"the program plays for " + Name(e.Name) + " at this table, so no other computer player of " + Name(e.Name) + "'s can sit there", newComputer(e)}
	case api.ReasonHasSeat:
		s = sentence{"you have a seat at this table yourself", "fives peers lists who else is there"}
		if e.Name != "" {
			s.text = Name(e.Name) + " has a seat at this table already"
		}
	case api.ReasonAskedAlready:
		s = sentence{"you have asked for the seat of " + Name(e.Name) + " already", "fives leave takes that back"}
	case api.ReasonWasAtFault:
		s = sentence{Name(e.Name) + " was at fault in this game, and cannot take a seat in it", ""}
	case api.ReasonNoDoor:
		s = sentence{"nobody who plays at the table and is connected can let newcomers in", "fives peers shows who is there"}
		if e.Detail != "" {
			s.text += ": " + detail(e)
		}
	}
	return s
}

// newComputer says whose computer player can take a seat.
func newComputer(e *api.Error) string {
	if len(e.Candidates) == 0 {
		return "fives peers lists who is there"
	}
	return "a new computer player can be one of these people's, with --computer: " + Names(e.Candidates, ", ")
}

// Owed says why a table should not be forgotten yet.
func Owed(e *api.Error) string {
	if len(e.Calls) > 0 {
		return "somebody has called to play on from this table"
	}
	return list(e.Names) + " may lack something of this table, and could not get it from here any more"
}

// calls says which calls there are to agree to, and at which tables the running hand can be
// dealt anew.
func calls(e *api.Error) string {
	called := map[string]bool{}
	var parts []string
	for _, c := range e.Calls {
		called[c.Table] = true
		how := "fives continue %s goes on %s"
		if c.Rematch {
			how = "fives rematch %s plays %s"
		}
		parts = append(parts, fmt.Sprintf(how, Short(c.Table), Call(c)))
	}
	for _, id := range e.Candidates {
		if !called[id] {
			parts = append(parts, fmt.Sprintf("fives continue %s deals the running hand anew, if all agree", Short(id)))
		}
	}
	return strings.Join(parts, "; ")
}

func ofNode(e *api.Error) (s sentence) {
	var p api.Peer
	if len(e.Peers) > 0 {
		p = e.Peers[0]
	}
	switch e.Reason {
	case api.ReasonNoPeer:
		s = sentence{fmt.Sprintf("no node is known as %q", e.Name), "fives peers lists them"}
	case api.ReasonManyPeers:
		list := slices.Clone(e.Candidates)
		for i := range list {
			if slices.Contains(e.Names, list[i]) {
				list[i] += " (has a seat here)"
			}
		}
		s = sentence{fmt.Sprintf("more than one node is known as %q", e.Name), "name one by its fingerprint: " + strings.Join(list, ", ")}
	case api.ReasonShortFingerprint:
		s.text = fmt.Sprintf("%q is too short: a fingerprint has %d digits, and at least %d of them name a node", e.Name, e.Length, e.Limit)
	case api.ReasonNotConnected:
		s = sentence{fmt.Sprintf("the node whose fingerprint begins with %q is not connected", e.Name), "name it by the whole fingerprint"}
		if len(e.Peers) > 0 {
			s = sentence{Name(cmp.Or(p.Name, p.Fingerprint)) + " is not connected", "fives peers lists who is there"}
		}
	case api.ReasonDoubted:
		s = sentence{fmt.Sprintf("%q: %s", e.Name, Warning(p.Warning)), "if it is who you mean, name it by its fingerprint: " + p.Fingerprint}
	case api.ReasonNobodyDoubted:
		s = sentence{fmt.Sprintf("nobody who waits to be trusted is known as %q", e.Name), "fives peers and fives tables say whose key is new"}
	case api.ReasonManyDoubted:
		s = sentence{fmt.Sprintf("more than one new key goes by %q", e.Name), "compare the fingerprint by voice, and name it: " + strings.Join(e.Candidates, ", ")}
	case api.ReasonBadAddress:
		s = sentence{detail(e), "an address looks like /ip4/192.168.1.20/tcp/45355/p2p/12D3Koo…; the other node's `fives status` shows its own"}
	case api.ReasonNobodyThere:
		s.text = "nobody answers at " + e.Address + ": " + detail(e)
	case api.ReasonOtherNode:
		if s.text = "that is the address of your own node"; p.ID == "" {
			break
		}
		s = sentence{"another node answers at " + e.Address + ": its ID is " + p.ID, "if it is who you mean: fives connect " + p.Address}
	case api.ReasonNotLocal:
		s = sentence{e.Address + " is outside your local network", "ask whoever is there for a link: fives invite --far makes one"}
	case api.ReasonKeptOut:
		s = sentence{"your own node keeps the one at " + e.Address + " out, because it has sent too much", "that ends by itself in a minute"}
	case api.ReasonOtherProtocol:
		s = sentence{"the node there " + OtherProtocol(p.Protocol, e.Protocol), "nodes of different protocol versions cannot play together"}
	case api.ReasonCannotInvite:
		s.text = "browsers cannot be let in: " + detail(e)
	case api.ReasonLosesGuests:
		s = sentence{And(e.Names) + " would not find back: their pages know only the address that there is", "if you mean it, say --yes too"}
	case api.ReasonPublicTable:
		s = sentence{"this table is public: anybody may watch it", "fives watch " + Short(e.Table) + " follows it"}
	case api.ReasonSpectatorsFull:
		s.text = fmt.Sprintf("you have let %d spectators in already", e.Limit)
	}
	return s
}

// others names the nodes whose tables cannot be seen because they speak another version of the
// protocol, "" if there are none.
func others(e *api.Error) string {
	var parts []string
	for _, p := range e.Peers {
		parts = append(parts, Name(cmp.Or(p.Name, p.Fingerprint))+" "+OtherProtocol(p.Protocol, e.Protocol))
	}
	return strings.Join(parts, "; ")
}

// OtherProtocol says that a node speaks another version of the protocol than this one does.
func OtherProtocol(theirs, ours int) string {
	older := "this node's"
	if theirs < ours {
		older = "its"
	}
	return fmt.Sprintf("speaks protocol version %d, this node speaks %d: %s fives must be updated", theirs, ours, older)
}

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
		if hint == "" || strings.Contains(hint, "fives ") {
			return text
		}
		return text + " (" + hint + ")"
	case errors.Is(err, context.DeadlineExceeded):
		return "the daemon did not answer in time"
	}
	return err.Error()
}
