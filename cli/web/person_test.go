package web

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fives/cli/shown"
	"fives/engine/games"
	"fives/p2p/api"
)

// drawn is a sign without its letters.
func signOf(p person) string { return fmt.Sprint(p.Shape, " in ", p.Colour) }

// TestPeopleDiffer: fourteen people at a table all look different, without their letters, and
// so do as many as there are signs. Of more people than that, some look alike.
func TestPeopleDiffer(t *testing.T) {
	for _, n := range []int{14, 64} {
		seen := map[string]int{}
		for i, p := range people(make([]api.Seat, n)) {
			if other, is := seen[signOf(p)]; is {
				t.Errorf("of %d, %d and %d look alike", n, other, i)
			}
			seen[signOf(p)] = i
		}
	}
	if n := len(people(make([]api.Seat, 200))); n != 200 {
		t.Errorf("%d signs", n)
	}
}

// TestSignsStay: whoever has been met keeps their sign, whoever comes later and in whatever order they
// sit; it goes with the key, and those of whom only the name is known look as they did under that
// name. Computer players have a robot, and take nothing that a person would have.
func TestSignsStay(t *testing.T) {
	var f shown.Faces
	met := map[string]person{}
	var seats []api.Seat
	for i := range 20 {
		key := fmt.Sprint("aaaa-", i)
		seats = append(seats, api.Seat{Name: fmt.Sprint("p", i), Fingerprint: key}, api.Seat{Name: "Ada", BotOf: "p0"})
		for j, p := range f.Of(seats) {
			switch s := seats[j]; {
			case s.BotOf != "":
				if p != (person{Robot: true}) {
					t.Fatalf("a computer player is %+v", p)
				}
			case met[s.Fingerprint] == person{}:
				met[s.Fingerprint] = p
			case signOf(p) != signOf(met[s.Fingerprint]):
				t.Fatalf("%s was %+v, and is %+v after %d have come", s.Name, met[s.Fingerprint], p, i+1)
			}
		}
	}
	if p := f.Of([]api.Seat{{Name: "P7"}, {Name: "other name", Fingerprint: "aaaa-8"}}); signOf(p[0]) != signOf(met["aaaa-7"]) || signOf(p[1]) != signOf(met["aaaa-8"]) {
		t.Errorf("by name %+v, under another name %+v; they were %+v and %+v", p[0], p[1], met["aaaa-7"], met["aaaa-8"])
	}
	var again shown.Faces
	if p := again.Of([]api.Seat{{Name: "x", Fingerprint: "aaaa-3"}}); p[0].Shape != new(shown.Faces).Of([]api.Seat{{Name: "y", Fingerprint: "aaaa-3"}})[0].Shape {
		t.Error("two devices that meet somebody first draw them differently")
	}
}

// TestLetters: one letter of a name, two if another name begins with the same one, and no
// character that is not a letter; if a name contains a picture, that picture takes their place.
func TestLetters(t *testing.T) {
	names := []string{"Ana", "al", "Ben", "‿", "Øyvind", "Ben", "b", "Bea 🦊", "👋🏽 Zoe", "Ada 🇫🇷🇩🇪", "Zoe"}
	for i, want := range []string{"An", "Al", "Be", "?", "Ø", "Be", "B", "🦊", "👋🏽", "🇫🇷", "Z"} {
		if p := byName(names)[i]; p.Letters != want || p.Two != slices.Contains([]string{"An", "Al", "Be"}, want) {
			t.Errorf("%s: %q, two: %v, and not %q", names[i], p.Letters, p.Two, want)
		}
	}
}

// faced finds beside whom a sign stands.
var faced = regexp.MustCompile(`<span class="face ([^"]*)"[^>]*>([^<]*)</span>(?:</p>)?(?:<span>)?<bdi translate="no">([^<]*)</bdi>`)

// TestSameSignEverywhere: a player has one sign in the standings of the evening and of all
// evenings, and where a game is waited for, in whatever order they are there.
func TestSameSignEverywhere(t *testing.T) {
	f := newFake(t, games.All()[0])
	f.list = api.Tables{Mine: evening(), Open: []api.Offer{{ID: "b1", Game: "five", Seats: 4, Taken: []string{"cleo", "ben", "ana"}, Mine: true}}}
	h := serve(t, f)
	signs, said := map[string][]string{}, 0
	for _, path := range []string{"/standings", "/table/b1"} {
		if path == "/table/b1" {
			f.fail = api.Fail(api.ReasonNotBegun, api.Data{})
		}
		for _, m := range faced.FindAllStringSubmatch(ask(h, http.MethodGet, path, nil).Body.String(), -1) {
			who := strings.ToLower(strings.TrimSuffix(strings.Replace(m[3], "You", "ana", 1), " (you)"))
			signs[who] = append(signs[who], m[1]+" "+m[2])
			said++
		}
	}
	if len(signs) != 3 || said != 9 {
		t.Fatalf("%d signs of %v", said, signs)
	}
	for who, all := range signs {
		if len(slices.Compact(all)) != 1 {
			t.Errorf("%s is %q", who, all)
		}
	}
}

// A running table in the list of tables shows its players as the table does, computer players
// too, as far as their seats can be asked for.
func TestSameSignInTheList(t *testing.T) {
	seats := []api.Seat{{Name: "ana"}, {Name: "Ada", BotOf: "ana"}, {Name: "ben"}}
	o := api.Offer{Taken: []string{"ana", "Ada", "ben"}, OpenSeats: []api.OpenSeat{{Name: "ana"}, {Name: "Ada", BotOf: "ana"}}}
	for i, at := range people(seats) {
		if listed := people(sitting(o))[i]; listed != at {
			t.Errorf("%s: %+v in the list, %+v at the table", seats[i].Name, listed, at)
		}
	}
}
