package shown

import (
	"slices"
	"strings"

	"fives/cli/say"
)

// A Deed is something that the person at a node can do, at a table or with a row of the lobby:
// what it is called everywhere, and what is asked before it. A key, a button and a hint are made of
// it, and [Deed.Do] does it.
type Deed struct {
	Act   Act
	With  With
	Label string // as on a button, without a capital
	Short string // for a row of keys, "" if it is in none
	Says  string // what it does, in a line
	Key   string // of the full screen: the keys, the first of which is named
	Lead  bool   // the moment asks for it
	// WhyNot says why it cannot be done here and now, "" if it can.
	WhyNot string
	Ask    *Sheet  // comes before it, nil for nothing
	Fields []Field // to be filled in before it
	While  string  // said until it is done, "" for nothing
}

// Offered reports whether the deed can be done here and now.
func (d Deed) Offered() bool { return d.WhyNot == "" }

// An Act is what a deed does. Pages have it in the paths of their requests.
type Act string

// The acts.
const (
	ActHost     Act = "new"
	ActJoin     Act = "join" // also asks for a seat of a running table
	ActWatch    Act = "watch"
	ActLook     Act = "look" // goes to a table of this node's
	ActBegin    Act = "begin"
	ActSendAway Act = "away"
	ActLeave    Act = "leave"
	ActForget   Act = "forget"
	ActSay      Act = "say"
	ActCover    Act = "cover"
	ActContinue Act = "continue"
	ActRematch  Act = "rematch"
	ActAdmit    Act = "admit"
	ActInvite   Act = "invite"
	ActGive     Act = "handover" // a seat of this node's
	ActAgree    Act = "agree"    // that a seat changes hands
	ActTrust    Act = "trust"
	ActConnect  Act = "connect"
	ActFar      Act = "far"    // lets friends from elsewhere in
	ActLookBack Act = "lesson" // at a settled hand: what it teaches
	ActAgain    Act = "again"  // plays it again from one of its moves on
	ActLearn    Act = "learn"  // a game, by a first hand
)

// commands are the commands that do the acts, as they are typed.
var commands = map[Act]string{
	ActHost:     "host",
	ActJoin:     "join",
	ActWatch:    "watch",
	ActLook:     "show",
	ActBegin:    "begin",
	ActSendAway: "leave --send-away",
	ActLeave:    "leave",
	ActForget:   "leave --forget",
	ActSay:      "say",
	ActCover:    "continue",
	ActContinue: "continue",
	ActRematch:  "rematch",
	ActAdmit:    "invite",
	ActInvite:   "invite",
	ActGive:     "seat give",
	ActAgree:    "seat agree",
	ActTrust:    "peers trust",
	ActConnect:  "connect",
	ActFar:      "invite --far",
	ActLearn:    "learn",
}

// Command returns the command line that does the deed, with what is chosen already. It names the
// table only where the command would take another one.
func (d Deed) Command() string {
	words := []string{"fives", commands[d.Act]}
	add := func(is bool, list ...string) {
		if is {
			words = append(words, list...)
		}
	}
	lacks := func(name string) bool {
		has := func(f Field) bool { return f.Name == name }
		return slices.ContainsFunc(d.Fields, has) || d.Ask != nil && slices.ContainsFunc(d.Ask.Choices[0].Fields, has)
	}
	switch w := d.With; d.Act {
	case ActContinue:
		add(w.Called, say.Short(w.Table))
		for _, name := range w.Without {
			words = append(words, "--without", name)
		}
	case ActAgree:
		add(w.several, w.Name)
		add(w.Later, "--later")
		add(w.Not, "--not")
	case ActGive:
		add(w.Not, w.Name, "--not")
		add(!w.Not && w.To == "", "WHO")
	case ActBegin:
		add(w.Fill, "--fill")
	case ActInvite, ActFar:
		add(w.Not, "--off")
		add(w.Anew, "--new")
	case ActTrust, ActSendAway:
		words = append(words, w.To)
	case ActJoin:
		add(true, say.Short(w.Table))
		add(w.Seat != "", "--seat", w.Seat)
		add(w.Seat == "" && (d.Ask != nil || lacks("seat")), "--seat NAME")
		add(lacks("code"), "--code CODE")
	case ActWatch, ActForget:
		add(true, say.Short(w.Table))
	case ActLearn:
		add(true, w.Game)
	}
	return strings.Join(words, " ")
}

// Hints say with which commands the deed is done, a line for each choice.
func (d Deed) Hints() (lines []string) {
	if d.Act == ActContinue && d.Ask != nil {
		for _, c := range d.Ask.Choices {
			c.Ask = nil
			lines = append(lines, c.Hints()...)
		}
		return lines
	}
	return []string{d.Command() + ": " + strings.TrimPrefix(d.Says, "agree: ")}
}

// Offered returns the deeds of a list that can be done here and now.
func Offered(list []Deed) (some []Deed) {
	for _, d := range list {
		if d.Offered() {
			some = append(some, d)
		}
	}
	return some
}

// Find returns the first deed of a list that does an act and can be done here and now.
func Find(list []Deed, act Act) (d Deed, ok bool) {
	i := slices.IndexFunc(list, func(d Deed) bool { return d.Act == act && d.Offered() })
	if i < 0 {
		return Deed{}, false
	}
	return list[i], true
}
