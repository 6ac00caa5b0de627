//go:build linux

package e2e

import (
	"strings"
	"testing"
)

// untroubled matches what nobody may read while all are there and the link is good.
const untroubled = `(ana|dan) (is )?away|asleep|Looking for|no connection|nobody answers|no longer good|not reached|cut off|trying again|rror|stopped`

// TestFarFilm: an evening of two people in two towns at their full screens, by keys alone. Ana makes
// the link; dan, who gets it as it is copied from her screen, pastes it in his lobby, and sits down
// at her table. In the middle of a hand her laptop goes off, and is started again. They play the
// game to its end, and she takes the link back. At each station both read what is true, and in no
// frame between them anything that is not.
func TestFarFilm(t *testing.T) {
	s := distances[2].apart(t)
	s.start(s.ana, s.dan)
	ofAna, ofDan := newFilm(t, "ana"), newFilm(t, "dan")
	scene := func(what, never string) {
		ofAna.scene(what, never)
		ofDan.scene(what, never)
	}
	scene("ana makes a link", untroubled)
	ana, dan := ofAna.sits(s.ana), ofDan.sits(s.dan)
	for _, v := range []*viewer{ana, dan} {
		v.Shows("q quit") // the keys of the lobby
	}
	ana.Press("i")
	ana.Shows("somebody who is not here?")
	ana.Press("e")
	ana.Shows("nothing to ask the router")
	ana.Press(anaOutside, "enter")
	copied := atFoot(ana.Shows("fives connect"))
	ana.Press("esc")
	ana.Shows("nobody has come yet")

	scene("dan pastes it", untroubled)
	dan.Press("a")
	dan.Shows("link or address to connect to:")
	dan.pastes(copied)
	dan.Shows("far:" + anaOutside)
	dan.Press("enter")
	dan.Shows("connected to ana")
	for v, other := range map[*viewer]string{ana: "dan", dan: "ana"} {
		v.Until(other+" is here", func(s string) bool { return strings.Contains(s, "2 here") && strings.Contains(s, "│ "+other) })
	}
	ana.Until("ana reads that dan came", func(s string) bool {
		return strings.Contains(aside(s), "from outside: "+anaOutside+":45354 since") && strings.Contains(aside(s), ", dan came at")
	})

	scene("they sit down", untroubled+"|nobody has come yet|nobody else is here")
	ana.Press("n")
	ana.Shows("computer players")
	ana.Press("up", "up", "up", "60", "down", "down", "down", "enter")
	ana.Shows("1 of 2 seats taken")
	dan.Shows("1 of 2 seats taken")
	dan.Press("enter")
	id := s.together("", s.ana, s.dan)
	people := []*viewer{ana, dan}
	for v, other := range map[*viewer]string{ana: "dan", dan: "ana"} {
		v.Until("beside the title stands how far "+other+" is", func(s string) bool {
			title, _, _ := strings.Cut(s, "\n")
			return strings.Contains(title, other+" ") && strings.Contains(title, " ms")
		})
	}
	play(people, map[int]func(){2: func() {
		dan.scene("ana's laptop is off", "no longer good|rror|stopped")
		ana.end()
		s.ana.kill()
		dan.Shows("ana is away for")
		s.ana.start()
		ana.scene("it is on again", "")
		*ana = *ofAna.sits(s.ana)
		for _, v := range people {
			v.Until("all is well", func(s string) bool { return strings.Contains(s, " turn\n") && !strings.Contains(s, "away") })
		}
		scene("they play on", untroubled)
	}})
	ends(t, []*daemon{s.ana, s.dan}, id)

	scene("ana takes the link back", "rror|stopped|cut off")
	for _, v := range people {
		v.Closes("enter")
		v.Press("esc")
		v.Shows("Finished")
	}
	ana.Press("i")
	ana.Shows("somebody who is not here?")
	ana.Press("e")
	ana.Shows("leave it as it is")
	ana.Press("o")
	ana.Shows("Take the link back?")
	ana.Press("y")
	ana.Shows("nobody is let in from outside any more")
	dan.Until("dan reads that it is", func(s string) bool {
		return strings.Contains(aside(s), "ana at "+anaOutside+":45354: the link is no longer good, ask for a new one")
	})
}

// atFoot returns what stands below a box at the foot of a screen, as one copies it: line by line.
func atFoot(screen string) string {
	at := strings.LastIndex(screen, "\nfives connect ")
	return strings.TrimSpace(screen[at+1:])
}

// aside returns what stands in the column at the right of a lobby.
func aside(screen string) string {
	var words []string
	for line := range strings.Lines(screen) {
		if _, right, is := strings.Cut(line, "│ "); is {
			words = append(words, strings.Fields(right)...)
		}
	}
	return strings.Join(words, " ")
}
