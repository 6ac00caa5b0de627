package web

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fives/engine/games"
	"fives/p2p/api"
)

// look is a sign without its letters.
func (p person) look() string { return fmt.Sprint(p.Shape, " in ", p.Colour) }

// TestPeopleDiffer: fourteen people at a table all look different, without their letters, and
// so do as many as there are signs. Of more people than that, some look alike.
func TestPeopleDiffer(t *testing.T) {
	for _, n := range []int{14, 64} {
		seen := map[string]int{}
		for i, p := range people(make([]api.Seat, n)) {
			if other, is := seen[p.look()]; is {
				t.Errorf("of %d, %d and %d look alike", n, other, i)
			}
			seen[p.look()] = i
		}
	}
	if n := len(people(make([]api.Seat, 200))); n != 200 {
		t.Errorf("%d signs", n)
	}
}

// TestSignsGoWithNames: the same people look the same in whatever order they sit, and however
// they write their names. Somebody who sits with others keeps the usual sign if it is free, and
// computer players take none that a person would have.
func TestSignsGoWithNames(t *testing.T) {
	seats := []api.Seat{{Name: "ana"}, {Name: "ben", Fingerprint: "1"}, {Name: "cleo"}, {Name: "dan"}, {Name: "eva"}, {Name: "ben", Fingerprint: "2"}}
	first := map[string]person{}
	who := func(s api.Seat) string { return s.Name + s.Fingerprint }
	for i, p := range people(seats) {
		first[who(seats[i])] = p
	}
	for range len(seats) {
		seats = append(seats[1:], seats[0])
		for i, p := range people(seats) {
			if s := who(seats[i]); p != first[s] {
				t.Errorf("%s has been %+v, and is %+v", s, first[s], p)
			}
		}
	}
	if usual("ana") != usual("eva") {
		t.Fatal("these two want the same sign no more: take other names")
	}
	if one, two := byName([]string{"Ana"})[0], byName([]string{"eva", "ANA"}); one.look() != two[1].look() || one.look() == two[0].look() {
		t.Errorf("ana alone is %+v; eva and ana are %+v", one, two)
	}
	for _, n := range []int{1, 7} { // a bot of a name before hers
		list := append(make([]api.Seat, n), api.Seat{Name: "eva"})
		for i := range n {
			list[i] = api.Seat{Name: "ana", BotOf: "ben"}
		}
		if p := people(list)[n]; p.Shape != usual("eva") || p.Robot {
			t.Errorf("beside %d computer players, eva is %+v", n, p)
		}
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
