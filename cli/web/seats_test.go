package web

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"fives/engine/games"
	"fives/p2p/api"
)

func (p *party) Handover(_ context.Context, r api.HandoverRequest) (api.Handover, error) {
	return api.Handover{Seat: "ana", You: "ana", To: "zoe", Bot: r.Bot, Now: r.Now, Mine: true}, p.ask(r)
}

func (p *party) Peers() []api.Peer {
	return []api.Peer{
		{Name: "zoe", Fingerprint: "1111-2222", Connected: true}, {Name: "screen", Fingerprint: "9999-0000", Connected: true},
		{Name: "cleo", Fingerprint: "cccc-dddd", Connected: true}, {Name: "gus", Fingerprint: "3333-4444"},
	}
}

// posts does what a button or form of a screen does, which it finds by its first words.
func posts(t *testing.T, h http.Handler, page fragment, label string) (a answer) {
	t.Helper()
	for n := range page.root.Descendants() {
		if n.Data != "button" || !strings.HasPrefix(strings.TrimSpace(named(n)), label) {
			continue
		}
		path, form := attr(n, "data-post"), url.Values{}
		if path != "" {
			form, _ = url.ParseQuery(attr(n, "data-values"))
		} else {
			f := n.Parent
			for ; f.Data != "form"; f = f.Parent {
			}
			path = attr(f, "action")
			for field := range f.Descendants() {
				if name := attr(field, "name"); name != "" && field.Data == "input" && (attr(field, "type") != "checkbox" || has(field, "checked")) {
					form.Set(name, attr(field, "value"))
				}
			}
		}
		decode(t, ask(h, "POST", path, form), &a)
		return a
	}
	t.Fatalf("there is no button %q: %s", label, page.text)
	return a
}

// TestHandOver: in the table's menu, where players can leave, they can hand over their seat: to
// people who are here and have none, and to computer players of those who stay. They can hand
// over their computer players' seats as well. An offer is taken back as it was made.
func TestHandOver(t *testing.T) {
	p := newParty(t)
	for i := range p.table.Seats {
		if s := &p.table.Seats[i]; s.Name == "cleo" {
			s.Fingerprint = "cccc-dddd"
		} else if s.Name == "ben" {
			s.BotOf, s.Online, s.Fingerprint = "", true, "bbbb-cccc"
		} else if s.BotOf != "" {
			s.Fingerprint = "adad-adad" // drawn for this table: nobody can compare it
		}
	}
	p.table.Handovers = append(p.table.Handovers, api.Handover{Seat: "ana", To: "cleo", Fingerprint: "cccc-dddd", Bot: true, Mine: true})
	h := serveParty(t, p)
	menu := look(t, h, "/table/ab/menu")
	if !slices.Contains(menu.values("data-sheet"), "/table/ab/seats") || !strings.Contains(menu.text, "Hand your seat over") || !strings.Contains(menu.text, "since hand 5") || !strings.Contains(menu.text, "bbbb-cccc") || strings.Contains(menu.text, "adad-adad") {
		t.Errorf("the menu: %s", menu.text)
	}
	page := look(t, h, "/table/ab/seats")
	if got, want := page.options("seat"), []string{"ana Your own", "Ada Ada"}; !slices.Equal(got, want) {
		t.Errorf("seats: %q", got)
	}
	if got, want := page.options("to"), []string{"1111-2222 zoe", "bbbb-cccc bot A computer player of ben's", "cccc-dddd bot A computer player of cleo's"}; !slices.Equal(got, want) {
		t.Errorf("to whom: %q", got)
	}
	if got, want := page.options("now"), []string{" From the next hand on", "1 At once, giving up the running hand"}; !slices.Equal(got, want) {
		t.Errorf("when: %q", got)
	}
	about := api.About{Table: "ab"}
	for _, c := range []struct {
		form url.Values
		want api.HandoverRequest
	}{
		{url.Values{"seat": {"ana"}, "to": {"1111-2222"}, "now": {""}}, api.HandoverRequest{About: about, Seat: "ana", To: "1111-2222"}},
		{url.Values{"seat": {"Ada"}, "to": {"cccc-dddd bot"}, "now": {"1"}}, api.HandoverRequest{About: about, Seat: "Ada", To: "cccc-dddd", Bot: true, Now: true}},
	} {
		var a answer
		decode(t, ask(h, "POST", "/table/ab/handover", c.form), &a)
		if got := p.asked[len(p.asked)-1]; got != c.want || a.Error || a.Go != "table/ab" || !strings.Contains(a.Say, "your seat") {
			t.Errorf("%v: %+v, asked %+v", c.form, a, got)
		}
	}
	if posts(t, h, page, "Take it back"); p.asked[len(p.asked)-1] != (api.HandoverRequest{About: about, Seat: "ana", To: "cccc-dddd", Bot: true, Not: true}) {
		t.Errorf("asked %+v", p.asked)
	}
}

// TestOpenSeats: the list of tables says which seats can be had at one that is played, and a
// tap asks for one; at a private one the page asks for the code. Meanwhile the page says how
// the wish stands, and the wish can be taken back.
func TestOpenSeats(t *testing.T) {
	p := newParty(t)
	wish := api.Handover{Seat: "Ada", To: "ana", Score: 34, Asked: true, Mine: true, Agreed: []string{"ben"}, Waits: []string{"cleo"}}
	p.list.Open = []api.Offer{
		{ID: "c0ffee01", Game: "five", Seats: 3, Taken: []string{"ben", "Ada", "gus"}, Running: true, Full: true, OpenSeats: []api.OpenSeat{
			{Name: "Ada", BotOf: "ben", Score: 34}, {Name: hostile, Score: 1, Away: true}, {Name: "gus", Score: 2, ForYou: true}, {Name: "ben", Score: 5},
		}},
		{ID: "c0ffee02", Host: "ben", Private: true, Running: true, Full: true},
		{ID: "c0ffee03", Game: "five", Seats: 2, Running: true, Joined: true, Handover: &wish},
		{ID: "c0ffee04", Game: "five", Seats: 2, Running: true, Full: true},
	}
	h := serveParty(t, p)
	page := look(t, h, "/lobby")
	for _, want := range []string{
		"Take Ada's seat (34 points) bot of ben", "seat (1 point) away", "Take gus's seat (2 points) for you", "for you Ask somebody for a seat Take ben's seat (5 points)", "Code  Ask for a seat", "Being played, all seats are taken",
		"You take Ada's seat, with 34 points, from the next hand on; waiting for cleo", "Take it back",
	} {
		if !strings.Contains(strings.Join(strings.Fields(page.text), " "), strings.Join(strings.Fields(want), " ")) {
			t.Errorf("%q is not there: %s", want, page.text)
		}
	}
	a := posts(t, h, page, "Take Ada's seat")
	if want := (api.JoinRequest{Table: "c0ffee01", Seat: "Ada"}); p.asked[0] != want || a.Await != "c0ffee01" || a.Go != toLobby {
		t.Errorf("%+v, asked %+v", a, p.asked)
	}
	// Without cover the hand waits for whoever is away, so the seat is asked for at once.
	if posts(t, h, page, "Take \"<img"); p.asked[1] != (api.JoinRequest{Table: "c0ffee01", Seat: hostile, Now: true}) {
		t.Errorf("asked %+v", p.asked)
	}
	if posts(t, h, page, "Take it back"); p.asked[2] != "leave c0ffee03" {
		t.Errorf("asked %+v", p.asked)
	}
	// Somebody who has the code is told whose seats there are.
	p.fail = api.Fail(api.ReasonNobodyCalled, api.Data{Name: "ana", Candidates: []string{"ben", hostile}})
	decode(t, ask(h, "POST", "/table/c0ffee02/join", url.Values{"seat": {""}, "code": {"271828"}}), &a)
	if want := (api.JoinRequest{Table: "c0ffee02", Code: "271828", Seat: "ana"}); p.asked[3] != want || a.Error {
		t.Errorf("%+v, asked %+v", a, p.asked)
	}
	p.fail = nil
	sheet := check(t, "the seats behind the code", string(a.Sheet))
	if posts(t, h, sheet, "Take ben's seat"); p.asked[4] != (api.JoinRequest{Table: "c0ffee02", Code: "271828", Seat: "ben"}) {
		t.Errorf("asked %+v", p.asked)
	}
}

// TestComeback: somebody with the name of a seat that is away is asked whether it is theirs,
// until they say no. Nobody is asked about seats of others, of computer players, or that
// somebody plays.
func TestComeback(t *testing.T) {
	p := newParty(t)
	seat := func(name, bot string, away bool) []api.OpenSeat {
		return []api.OpenSeat{{Name: "gus", Away: true}, {Name: name, BotOf: bot, Score: 12, Away: away}}
	}
	p.list.Open = []api.Offer{
		{ID: "aa01", Game: "five", Running: true, Cover: true, OpenSeats: seat("Ana", "", true)},
		{ID: "aa02", Game: "five", Running: true, OpenSeats: seat("ana", "gus", true)},
		{ID: "aa03", Game: "five", Running: true, OpenSeats: seat("ana", "", false)},
		{ID: "aa04", Game: "five", Running: true, OpenSeats: seat("anna", "", true)},
		{ID: "aa05", Game: "five", Running: true, OpenSeats: seat("ana", "", true), Handover: &api.Handover{Seat: "ana", To: "ana", Mine: true}},
	}
	h := serveParty(t, p)
	page := look(t, h, "/lobby")
	var asked []string
	for _, id := range page.values("id") {
		if strings.HasPrefix(id, "comeback-") {
			asked = append(asked, id)
		}
	}
	if !slices.Equal(asked, []string{"comeback-aa01"}) || !strings.Contains(page.text, "You are Ana? Your seat is still here") {
		t.Fatalf("%q: %s", asked, page.text)
	}
	// At a table with cover the hand does not wait, so the seat is asked for from the next one
	// on.
	if posts(t, h, page, "Take Ana's seat (12 points)"); p.asked[0] != (api.JoinRequest{Table: "aa01", Seat: "Ana"}) {
		t.Errorf("asked %+v", p.asked)
	}
	posts(t, h, page, "No, somebody else")
	if page := look(t, h, "/lobby"); strings.Contains(page.text, "Your seat is still here") || !strings.Contains(page.text, "Take Ana's seat") {
		t.Errorf("it is asked again, or the seat cannot be had any more: %s", page.text)
	}
}

// TestInvitedToFull: an invitation to a table that is played already leads to its seats, with
// the code that came with it; if none can be had, the guest watches.
func TestInvitedToFull(t *testing.T) {
	for _, private := range []bool{false, true} {
		p := newParty(t)
		p.elsewhere = true
		o := api.Offer{ID: "c0ffee01", Game: "five", Running: true, Private: private}
		why := api.ReasonNoOpenTable
		if !private {
			o.OpenSeats, why = []api.OpenSeat{{Name: "Ada", BotOf: "ben", Score: 34}}, api.ReasonTableFull
		}
		p.list.Open = []api.Offer{o}
		h := serveParty(t, p)
		p.fail = api.Fail(why, api.Data{})
		var a answer
		decode(t, ask(h, "POST", "/table/c0ffee/join", url.Values{"code": {"271828"}}), &a)
		p.fail = nil
		sheet := check(t, "the seats", string(a.Sheet))
		want := api.JoinRequest{Table: "c0ffee01", Code: "271828", Seat: "Ada"}
		if private {
			want.Seat = "ana"
			posts(t, h, sheet, "Ask for a seat")
		} else {
			posts(t, h, sheet, "Take Ada's seat")
		}
		if got := p.asked[len(p.asked)-1]; got != want {
			t.Errorf("private %v: asked %+v", private, got)
		}
	}
}

// TestLooksOnAndAsks: an onlooker asks for a seat at the table itself, and takes that back
// there.
func TestLooksOnAndAsks(t *testing.T) {
	p := newParty(t)
	p.table.Seat, p.table.Handovers = -1, nil
	p.list.Open = []api.Offer{{ID: "ab", Game: "five", Running: true, OpenSeats: []api.OpenSeat{{Name: "cleo", Score: 3}}}}
	h := serveParty(t, p)
	if menu := look(t, h, "/table/ab/menu"); !strings.Contains(menu.text, "Take a seat") || strings.Contains(menu.text, "Hand over") {
		t.Errorf("the menu: %s", menu.text)
	}
	if page := look(t, h, "/table/ab/seats"); !strings.Contains(page.text, "Take cleo's seat (3 points)") {
		t.Errorf("the seats: %s", page.text)
	}
	wish := api.Handover{Seat: "cleo", To: "zoe", Fingerprint: "1111-2222", Asked: true, Waits: []string{"ben"}}
	p.table.Handovers = []api.Handover{wish} // as all see it
	wish.Mine = true
	p.list.Open[0].Handover = &wish
	if menu := look(t, h, "/table/ab/menu"); !strings.Contains(menu.text, "Seats that change hands (1)") || strings.Contains(menu.text, "Take a seat") {
		t.Errorf("the menu, when one has asked: %s", menu.text)
	}
	page := look(t, h, "/table/ab/seats")
	if strings.Contains(page.text, "Take cleo's seat") || strings.Count(page.text, "Waiting for ben") != 1 {
		t.Errorf("the seats, when one has asked: %s", page.text)
	}
	if posts(t, h, page, "Take it back"); !slices.Equal(p.asked, []any{"leave ab"}) {
		t.Errorf("asked %v", p.asked)
	}
}

// TestScreenOfHandovers: a room is told who asks for a seat, and who has got one. What those at
// the table say to it is for them alone, and so is what a node thinks of a newcomer.
func TestScreenOfHandovers(t *testing.T) {
	wish := api.Handover{Seat: "Ada", SeatBotOf: "ana", To: "zoe", Fingerprint: "1111-2222", Score: 34, Asked: true, Yours: true, Waits: []string{"ana"}, Warning: api.Warning{Code: api.WarnNewKey, Known: "zoe", Fingerprint: "1111-2222"}}
	for what, want := range map[string]string{
		api.Asked:        "zoe would like to play, and would take the seat of Ada, a computer player of ana's, with 34 points, from the next hand on",
		api.ChangedHands: "zoe has the seat of Ada from hand 5 on",
		api.Offered:      "", api.Agreed: "", api.TakenBack: "", api.Dropped: "", api.PutOff: "", api.InVain: "", api.Void: "",
	} {
		e := api.Event{Kind: api.EventHandover, What: what, Name: "zoe", Was: "Ada", From: 5, Yours: true, Handover: &wish}
		h, err := publicHappening(e, strangers)
		if line := check(t, what, string(h.Log)).text; err != nil || line != want || h.Was != "" {
			t.Errorf("%s: %q, %+v, %v", what, line, h, err)
		}
		if seated, err := happeningOf(e, "ab", strangers); err != nil || seated.Log == "" || seated.Say == "" || seated.Was != "" || seated.Here != (what == api.ChangedHands) {
			t.Errorf("at the table, %s: %+v, %v", what, seated, err)
		}
	}
	d := &television{table: api.Table{Summary: api.Summary{ID: "ab", Game: games.All()[0].Name, Phase: api.PhasePlaying, Seat: -1}, Handovers: []api.Handover{wish}}}
	if page := look(t, screenOf(t, d), "/table/ab/screen"); strings.Contains(page.text, "zoe") || strings.Contains(page.text, "Zoe") {
		t.Errorf("the screen: %s", page.text)
	}
}

// TestBriefWish: even where there is little room, the page says what goes with a seat.
func TestBriefWish(t *testing.T) {
	w := newWish(api.Table{}, api.Handover{Seat: "ben", To: "zoe", Asked: true, Gone: []string{"Ada"}, NoCover: api.FewNodes})
	if want := "Zoe takes ben's seat, with no points, from the next hand on; Ada leaves with ben; from then on the table waits for whoever is away, with fewer than four devices."; w.Brief != want {
		t.Errorf("%q, want %q", w.Brief, want)
	}
}
