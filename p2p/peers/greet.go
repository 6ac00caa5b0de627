package peers

import (
	"errors"
	"time"

	"fives/engine/record"
	"fives/p2p/api"
	"fives/p2p/wire"
)

// Pauses before a node that has not answered is greeted again.
const (
	greetPause = time.Second
	greetMost  = 32 * time.Second
)

// ErrNoLobby says that a node has no lobby: it is not a fives node, or has another version.
var ErrNoLobby = errors.New("peers: the node has no lobby")

// A greeting is how far a connected node has said who it is. To greet a node is to ask its
// lobby, once for each connection, and again as long as it does not answer.
type greeting struct {
	under   bool            // it has been asked since it connected, and perhaps has answered
	met     bool            // it has answered
	problem api.WarningCode // what was wrong with its answer, "" if nothing
	again   time.Time       // when it may be asked again
	pause   time.Duration   // before the next time
}

// Greet asks a connected node for its name, unless it is being asked or has
// answered.
func (d *Directory) Greet(node record.Key, ask func() (name, version string, err error)) {
	if !d.StartGreeting(node) {
		return
	}
	name, version, err := ask()
	if err != nil {
		d.NoteUnresponsive(node, err)
		return
	}
	d.NoteMet(node, name, version)
}

// StartGreeting reports whether to ask a connected node for its name now.
func (d *Directory) StartGreeting(node record.Key) (first bool) {
	d.change(node, func(e *entry) {
		first = !e.greeting.under
		e.greeting.under, e.seen = true, time.Now()
	})
	return first
}

// GreetAgain reports whether to ask a connected node once more.
func (d *Directory) GreetAgain(node record.Key) bool {
	e := d.look(node)
	return !e.greeting.under && !time.Now().Before(e.greeting.again)
}

// NoteMet notes what a node has said about itself, and says that it is here.
func (d *Directory) NoteMet(node record.Key, name, version string) {
	name = record.CleanName(name)
	tell := d.mayTell(node, name)
	d.change(node, func(e *entry) {
		e.name, e.version, e.protocol = name, record.CleanName(version), record.Version
		e.greeting.met, e.greeting.problem, e.greeting.pause = true, "", 0
		e.announced = tell
	})
	if tell {
		e := comesOrGoes(api.Here, name, node)
		if e.Warning = d.book.Doubt(name, node); e.Warning.Code == "" {
			e.Warning = d.mistaken(node, name, d.here(d.all()))
		}
		d.addEvent(e)
	}
}

// NoteUnresponsive notes what is known about a node that has not answered properly in the
// lobby, and says so once if it has another version. It will be asked again: most such
// nodes are busy, or have only just started.
func (d *Directory) NoteUnresponsive(node record.Key, err error) {
	streams, program := d.network.Announcement(node)
	version := ProtocolOf(streams)
	name, known := "", true
	d.change(node, func(e *entry) {
		e.greeting.under = false
		e.greeting.pause = min(max(2*e.greeting.pause, greetPause), greetMost)
		e.greeting.again = time.Now().Add(e.greeting.pause)
		if !OtherProtocol(version) {
			e.greeting.problem = problemOf(err)
			return
		}
		name, known = e.name, e.version == program
		e.protocol, e.version = version, program
	})
	if !known && d.mayTell(node, name) {
		e := comesOrGoes(api.OtherProtocol, name, node)
		e.Protocol, e.Ours = version, record.Version
		d.addEvent(e)
	}
}

// problemOf returns the warning about a node that did not answer properly: it is slow, or
// its answer is not that of a fives node.
func problemOf(err error) api.WarningCode {
	if errors.Is(err, wire.ErrTooLong) || errors.Is(err, record.ErrEncoding) || errors.Is(err, ErrNoLobby) {
		return api.WarnUnresponsive
	}
	return api.WarnSlow
}
