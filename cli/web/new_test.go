package web

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fives/cli/say"
	"fives/cli/shown"
	"fives/engine/card"
	"fives/engine/games"
	"fives/p2p/api"
)

// TestFormHasEveryTerm: the page's form for a new table has every field that there is,
// those of all tables and those of the game.
func TestFormHasEveryTerm(t *testing.T) {
	page := look(t, serve(t, newFake(t, games.All()[0])), "/new")
	names := page.values("name")
	for _, x := range shown.NewForm(0, 0) {
		key := x.Name
		if x.Option != nil {
			key = prefix + key
		}
		if !slices.Contains(names, key) {
			t.Errorf("the page's form (cli/web/new.go, cli/web/pages) lacks the field %s", key)
		}
	}
}

// The page has its form answered as it remembers: app.js says how.
func TestFormAnswered(t *testing.T) {
	for answer, on := range map[string]bool{"": false, say.CoverWaits: false, say.CoverGoesOn: true, "what an older page said": false} {
		r, err := fillForm(url.Values{"cover": {answer}}, 0, false).Request()
		if err != nil || r.Cover != on {
			t.Errorf("%q: %v, %v", answer, r.Cover, err)
		}
	}
}

// TestNewExplains: whoever opens a table of a game can read first how it is played.
func TestNewExplains(t *testing.T) {
	f := newFake(t, games.All()[0])
	for at, rs := range games.All() {
		page := ask(serve(t, f), http.MethodGet, "/new?game="+strconv.Itoa(at), nil).Body.String()
		if !strings.Contains(page, `data-sheet="/rules/`+rs.Name+`"`) {
			t.Errorf("%s: no way to its rules in\n%s", rs.Name, page)
		}
	}
}

// TestOpenHand: cards of another that all can see lie on the felt as that player's.
func TestOpenHand(t *testing.T) {
	s := seat{Seat: shown.Seat{Seat: api.Seat{Name: "Ada"}, Seen: []card.Card{{Rank: 7, Suit: card.Hearts}}}}
	if z := open(s); z.Says != "Ada’s cards" {
		t.Errorf("they are %q", z.Says)
	}
}

// A besides is a daemon with others around.
type besides struct {
	*fake
	peers []api.Peer
}

func (b besides) Peers() []api.Peer { return b.peers }

// TestBigScreenProposed: where somebody shows tables on a big screen, the form asks whether the table is shown
// there, and proposes it, unless the answer was no; a television is no person for whom a seat is kept.
func TestBigScreenProposed(t *testing.T) {
	laptop, tv := api.Peer{Name: "ben", Connected: true, Screen: true}, api.Peer{Name: say.ScreenName, Connected: true, Screen: true}
	for _, c := range []struct {
		peers []api.Peer
		path  string
		asks  bool
		seats int // that are proposed
		shown bool
	}{
		{nil, "/new", false, 2, false},
		{[]api.Peer{{Name: "ben", Connected: true}}, "/new", false, 2, false},
		{[]api.Peer{laptop, {Name: "cleo", Connected: true}}, "/new", true, 3, true},
		{[]api.Peer{tv, {Name: "ben", Connected: true}}, "/new", true, 2, true},
		{[]api.Peer{tv}, "/new?spectators=no", true, 2, false},
	} {
		page := ask(serveParty(t, besides{newFake(t, games.All()[0]), c.peers}), "GET", c.path, nil).Body.String()
		at, more := strings.Index(page, `name="spectators"`), strings.Index(page, `id="more"`)
		if asks := at < more; asks != c.asks || strings.Contains(page, "Show this table on the big screen?") != c.asks {
			t.Errorf("%v %s: asked above the rest: %t", c.peers, c.path, asks)
		}
		f := page[at:]
		if yes := strings.Contains(f[:strings.Index(f, "</select>")], "<option selected>yes"); yes != c.shown {
			t.Errorf("%v %s: proposed: %t", c.peers, c.path, yes)
		}
		f = page[strings.Index(page, `name="seats"`):]
		if want := fmt.Sprintf("<option selected>%d<", c.seats); !strings.Contains(f[:strings.Index(f, "</select>")], want) {
			t.Errorf("%v: not %d seats", c.peers, c.seats)
		}
	}
}
