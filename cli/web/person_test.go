package web

import (
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fives/cli/shown"
	"fives/engine/games"
	"fives/engine/record"
	"fives/p2p/api"
	"fives/p2p/control"
	"fives/p2p/faces"
)

// drawn is a sign without its letters.
func signOf(p person) string { return fmt.Sprint(p.Shape, " in ", p.Colour) }

// strangers draws people as a device does that has never met them.
func strangers(list []api.Seat) []person { return shown.SignsOf(list, nil) }

// TestPeopleDiffer: fourteen people at a table all look different, without their letters, and
// so do as many as there are signs. Of more people than that, some look alike.
func TestPeopleDiffer(t *testing.T) {
	for _, n := range []int{14, 64} {
		seen := map[string]int{}
		for i, p := range strangers(make([]api.Seat, n)) {
			if other, is := seen[signOf(p)]; is {
				t.Errorf("of %d, %d and %d look alike", n, other, i)
			}
			seen[signOf(p)] = i
		}
	}
	if n := len(strangers(make([]api.Seat, 200))); n != 200 {
		t.Errorf("%d signs", n)
	}
}

// TestSigns: shape and colour are those of the number, robots have neither, and the numbers are of
// people only.
func TestSigns(t *testing.T) {
	seats := []api.Seat{{Name: "Ana", Fingerprint: "k1"}, {Name: "Ada", BotOf: "Ana"}, {Name: "Al"}, {Name: "Zoe", Fingerprint: "k2"}}
	var asked []api.Person
	got := shown.SignsOf(seats, func(list []api.Person) ([]int, error) {
		asked = list
		return []int{5, 8 + 5, 3*8 + 7}, nil
	})
	want := []person{{Shape: 5, Colour: 5, Letters: "An", Two: true}, {Robot: true}, {Shape: 5, Colour: 0, Letters: "Al", Two: true}, {Shape: 7, Colour: 0, Letters: "Z"}}
	if !slices.Equal(got, want) || !slices.Equal(asked, []api.Person{{Name: "Ana", Fingerprint: "k1"}, {Name: "Al"}, {Name: "Zoe", Fingerprint: "k2"}}) {
		t.Errorf("%+v of %+v", got, asked)
	}
	for i, class := range []string{"p5 two", "bot", "p5 hue0 two", "p7 hue0"} {
		if got[i].Class() != class {
			t.Errorf("%+v is drawn as %q", got[i], got[i].Class())
		}
	}
}

// TestLetters: one letter of a name, two if another name begins with the same one, and no
// character that is not a letter; if a name contains a picture, that picture takes their place.
func TestLetters(t *testing.T) {
	names := []string{"Ana", "al", "Ben", "‿", "Øyvind", "Ben", "b", "Bea 🦊", "👋🏽 Zoe", "Ada 🇫🇷🇩🇪", "Zoe"}
	var seats []api.Seat
	for _, name := range names {
		seats = append(seats, api.Seat{Name: name})
	}
	for i, want := range []string{"An", "Al", "Be", "?", "Ø", "Be", "B", "🦊", "👋🏽", "🇫🇷", "Z"} {
		if p := strangers(seats)[i]; p.Letters != want || p.Two != slices.Contains([]string{"An", "Al", "Be"}, want) {
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

// TestSameSignOnEachScreen: the page and the screen of a room, which are programs of their own, draw
// people alike, though the screen meets them in another order; so does the page after a restart. All
// three people here have the face of one key.
func TestSameSignOnEachScreen(t *testing.T) {
	f := newFake(t, games.All()[0])
	print := func(n int) string {
		for i := 0; ; i++ {
			k := record.Fingerprint(record.Key{byte(i), byte(i >> 8)})
			if at, _ := new(faces.Faces).Of([]api.Person{{Fingerprint: k}}); at[0] == 1 {
				if n--; n < 0 {
					return k
				}
			}
		}
	}
	seats := []api.Seat{{Name: "ana", Fingerprint: print(0)}, {Name: "ben", Fingerprint: print(1)}, {Name: "cleo", Fingerprint: print(2)}}
	drawn := func(order ...int) map[string]string {
		draw, got := newSite(Config{Client: control.Within(f)}).draws(t.Context()), map[string]string{}
		for _, i := range order {
			got[seats[i].Name] = draw(seats[i : i+1])[0].Class()
		}
		return got
	}
	page, room, again := drawn(0, 1, 2), drawn(2, 1, 0), drawn(1, 0, 2)
	if want := map[string]string{"ana": "p1", "ben": "p2", "cleo": "p3"}; !maps.Equal(page, want) || !maps.Equal(room, want) || !maps.Equal(again, want) {
		t.Errorf("the page %v, the screen %v, the page again %v", page, room, again)
	}
}

// A running table in the list of tables shows its players as the table does, computer players
// too, as far as their seats can be asked for.
func TestSameSignInTheList(t *testing.T) {
	seats := []api.Seat{{Name: "ana"}, {Name: "Ada", BotOf: "ana"}, {Name: "ben"}}
	o := api.Offer{Taken: []string{"ana", "Ada", "ben"}, OpenSeats: []api.OpenSeat{{Name: "ana"}, {Name: "Ada", BotOf: "ana"}}}
	for i, at := range strangers(seats) {
		if listed := strangers(shown.Sitting(o))[i]; listed != at {
			t.Errorf("%s: %+v in the list, %+v at the table", seats[i].Name, listed, at)
		}
	}
}
