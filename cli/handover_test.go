package cli_test

import (
	"cmp"
	"context"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"fives/engine/rules"
	"fives/p2p/api"
	"fives/p2p/control"
)

// A porter is a daemon at whose tables seats change hands.
type porter struct {
	control.Daemon
	mu    sync.Mutex
	asked any // the last request
	fails error
	table api.Table

	namesakes bool // there are two with one name at each table
}

var late = api.Handover{Seat: "Ada", SeatBotOf: "ana", To: "zoe", Score: 34, Asked: true, Agreed: []string{"ana"}, Waits: []string{"ben"}}

func (p *porter) ask(r any) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.asked = r
	return p.fails
}

func (p *porter) Status() api.Status { return api.Status{API: api.Newest, Name: "ben"} }

func (p *porter) Table(string) (api.Table, error) { return p.table, nil }

func (p *porter) Tables(context.Context) api.Tables { return p.Mine() }

func (p *porter) Mine() api.Tables {
	if p.namesakes {
		return api.Tables{
			Open: []api.Offer{
				{ID: "3f9a000000aa", Taken: []string{"pi~2", "ana", "pi"}, Running: true, OpenSeats: []api.OpenSeat{{Name: "pi~2", BotOf: "ana", Score: 34}, {Name: "pi", Score: 12}}},
				{ID: "77aa000000aa", Taken: []string{"dan", "dan~2"}, Running: true, OpenSeats: []api.OpenSeat{{Name: "dan"}}},
			},
			Mine: []api.Summary{{ID: "beef000000aa", Phase: api.PhasePlaying, Seats: []api.Seat{{Name: "pi", Fingerprint: "1111"}, {Name: "ben"}, {Name: "pi~2", Fingerprint: "2222"}}, Seat: 1}},
		}
	}
	asked := late
	return api.Tables{
		Open: []api.Offer{
			{ID: "3f9a000000aa", Game: "five", Seats: 3, Taken: []string{"ana", "Ada", "ben"}, Host: "ana", Running: true, Full: true, OpenSeats: []api.OpenSeat{
				{Name: "Ada", BotOf: "ana", Score: 34}, {Name: "ben", Away: true, Score: 12},
			}},
			{ID: "77aa000000aa", Private: true, Host: "cleo", Running: true, Full: true, OpenSeats: []api.OpenSeat{{Name: "dan", Left: true}}},
			{ID: "88aa000000aa", Private: true, Host: "dan", Running: true, Full: true},
			{ID: "c0ff000000aa", Game: "five", Seats: 3, Host: "ana", Running: true, Joined: true, Handover: &asked},
		},
		Mine: []api.Summary{{ID: "beef000000aa", Game: "five", Phase: api.PhasePlaying, Seats: []api.Seat{{Name: "ana"}, {Name: "ben"}}, Seat: 1, Hand: 2, ToAgree: 1}},
	}
}

func (p *porter) Join(_ context.Context, r api.JoinRequest) (api.Offer, error) {
	asked := late
	return api.Offer{ID: "3f9a000000aa", Game: "five", Running: true, Joined: true, Handover: &asked}, p.ask(r)
}

func (p *porter) Handover(_ context.Context, r api.HandoverRequest) (api.Handover, error) {
	return api.Handover{Seat: "ben", To: "zoe", Score: 3, Bot: r.Bot, Now: r.Now, Mine: true, You: "ben", Waits: []string{"ana"}}, p.ask(r)
}

func (p *porter) Agree(_ context.Context, r api.AgreeRequest) (api.Handover, error) {
	h := late
	h.Waits, h.Agree, h.You = nil, !r.Not, "ben"
	if r.To == "eve" && r.Drawn == "" { // somebody who may not be who the name suggests
		h.To, h.Drawn, h.Warning = "eve", "d9", api.Warning{Code: api.WarnNewKey, Known: "eve", Fingerprint: "1111-2222"}
		return h, cmp.Or[error](p.ask(r), api.Fail(api.ReasonWarned, api.Data{Handover: &h}))
	}
	return h, p.ask(r)
}

// TestHandoverCommands: what the commands ask the daemon for, and what they say.
func TestHandoverCommands(t *testing.T) {
	p := &porter{}
	home := serve(t, p)
	about := api.About{Table: "3f9a"}
	for line, want := range map[string]struct {
		asked       any
		said, noted string
	}{
		"join 3f9a --seat Ada": {api.JoinRequest{Table: "3f9a", Seat: "Ada"},
			"Five (3f9a0000): you would like to play, and would take the seat of Ada, a computer player of ana's, with 34 points, from the next hand on. Waiting for ben\n", "fives leave 3f9a0000 takes it back"},
		"join 3F 9a --seat Ada":                    {api.JoinRequest{Table: "3f9a", Seat: "Ada"}, "Five (3f9a0000)", ""}, // one ID
		"join 3f9a --seat Ada --now --code 271828": {api.JoinRequest{Table: "3f9a", Seat: "Ada", Now: true, Code: "271828"}, "Five (3f9a0000)", ""},
		"seat give zoe":                            {api.HandoverRequest{To: "zoe"}, "you would like zoe to take your seat, with 3 points, from the next hand on. Waiting for zoe\n", ""},
		"seat give zoe --table 3f9a --computer --now --seat Eve": {api.HandoverRequest{About: about, Seat: "Eve", To: "zoe", Bot: true, Now: true},
			"you would like a computer player of zoe's to take your seat, with 3 points, at once, giving up the running hand. Waiting for zoe\n", ""},
		"seat give zoe --not": {api.HandoverRequest{To: "zoe", Not: true}, "taken back: zoe takes your seat\n", ""},
		"seat agree":          {api.AgreeRequest{}, "zoe would like to play, and would take the seat of Ada, a computer player of ana's, with 34 points, from the next hand on. All have agreed\n", ""},
		"seat agree zoe --seat Ada --strength easy": {api.AgreeRequest{To: "zoe", Seat: "Ada", Strength: "easy"}, "zoe would like to play", ""},
		"seat agree eve --yes":                      {api.AgreeRequest{To: "eve", Drawn: "d9"}, "zoe would like to play", ""}, // the second answer
		"seat agree --not -t 3f9a":                  {api.AgreeRequest{About: about, Not: true}, "taken back: zoe takes Ada's seat\n", ""},
	} {
		status, out, noted := run(t, append(strings.Fields(line), "--home", home)...)
		if status != 0 || !strings.HasPrefix(out, want.said) || !strings.Contains(noted, want.noted) || p.asked != want.asked {
			t.Errorf("%s: status %d, asked for %+v, says %q and %q", line, status, p.asked, out, noted)
		}
	}
}

// TestAgreeWarned: nobody agrees to a newcomer with a warning that was not shown.
func TestAgreeWarned(t *testing.T) {
	p := &porter{}
	home := serve(t, p)
	status, out, noted := run(t, "seat", "agree", "eve", "--home", home)
	if status != 1 || out != "" || !strings.Contains(noted, "1111-2222") || !strings.Contains(noted, "eve would like to play") || !strings.Contains(noted, "--yes") || p.asked != (api.AgreeRequest{To: "eve"}) {
		t.Errorf("status %d, asked for %+v, says %q and %q", status, p.asked, out, noted)
	}
}

// Of two who are called the same, --seat has to say whom it means, in every command that has it.
func TestSeatOfNamesakes(t *testing.T) {
	p := &porter{namesakes: true}
	home := serve(t, p)
	for line, want := range map[string]any{
		"join 3f9a --seat pi":                         "2 players are called pi: pi~1 (12 points), pi~2 (a computer player of ana's, 34 points)",
		"join --seat PI":                              "2 players are called pi: pi~1 (12 points), pi~2 (a computer player of ana's, 34 points)",
		"join 77aa --seat dan":                        "2 players are called dan: dan~1 (no points), dan~2 (this seat cannot be asked for)",
		"seat give zoe --seat pi":                     "2 players are called pi: pi~1 (1111), pi~2 (2222)",
		"seat agree --seat pi --table beef":           "2 players are called pi: pi~1 (1111), pi~2 (2222)",
		"join 3f9a --seat pi~1":                       api.JoinRequest{Table: "3f9a", Seat: "pi"},
		"join 3f9a --seat pi~2":                       api.JoinRequest{Table: "3f9a", Seat: "pi~2"},
		"seat give zoe --seat pi~1":                   api.HandoverRequest{To: "zoe", Seat: "pi"},
		"seat give zoe --seat pi~2":                   api.HandoverRequest{To: "zoe", Seat: "pi~2"},
		"seat agree zoe --seat pi~1":                  api.AgreeRequest{To: "zoe", Seat: "pi"},
		"seat agree zoe --seat pi~2":                  api.AgreeRequest{To: "zoe", Seat: "pi~2"},
		"seat agree zoe --seat pi --table 3f9a --not": api.AgreeRequest{About: api.About{Table: "3f9a"}, To: "zoe", Seat: "pi", Not: true}, // not a table of ben's: the daemon says so
	} {
		p.asked = nil
		status, out, noted := run(t, append(strings.Fields(line), "--home", home)...)
		if said, asks := want.(string); asks && (status != 2 || p.asked != nil || out != "" || !strings.Contains(noted, said) || !strings.Contains(noted, "~1 or --seat ")) {
			t.Errorf("%s: status %d, asked for %+v, says %q", line, status, p.asked, noted)
		} else if !asks && (status != 0 || p.asked != want) {
			t.Errorf("%s: status %d, asked for %+v, says %q", line, status, p.asked, noted)
		}
	}
}

// TestHandoverRefused: what is typed wrong has status 2, what cannot be done 1.
func TestHandoverRefused(t *testing.T) {
	p := &porter{}
	home := serve(t, p)
	many := api.Fail(api.ReasonManyHandovers, api.Data{Candidates: []string{"Ada", "Bea"}})
	other := api.Fail(api.ReasonNotOwnSeat, api.Data{Name: "Ada"})
	for line, want := range map[string]struct {
		fails  error
		status int
		says   string
	}{
		"join 3f9a --now":              {nil, 2, "--now is for a seat that changes hands"},
		"join 3f9a --seat=":            {nil, 2, "--seat needs a value"},
		"seat give":                    {nil, 2, "seat give needs who is to take the seat"},
		"seat give zoe ben":            {nil, 2, "takes one newcomer, not 2"},
		"seat agree zoe ben":           {nil, 2, "takes one newcomer, not 2"},
		"seat give ''":                 {nil, 2, "an argument of seat give is empty"},
		"seat give zoe --seat ''":      {nil, 2, "--seat needs a value"},
		"seat give zoe --table ''":     {nil, 2, "--table needs a value"},
		"seat agree ''":                {nil, 2, "an argument of seat agree is empty"},
		"seat agree --seat ''":         {nil, 2, "--seat needs a value"},
		"seat agree zoe -t ''":         {nil, 2, "-t needs a value"},
		"seat agree zoe --strength ''": {nil, 2, "--strength needs a value"},
		"seat agree":                   {many, 2, "name one of: Ada, Bea"},
		"seat give zoe --seat Ada":     {other, 1, "the seat of Ada is not yours to hand over"},
		"seat agree zoe --seat Ada":    {other, 1, "the seat of Ada is not yours to hand over"},
		"join 3f9a --seat Ada --now":   {other, 1, "the seat of Ada is not yours to hand over"},
	} {
		p.fails = want.fails
		args := append(strings.Fields(line), "--home", home)
		for i := range args {
			if args[i] == "''" { // as from a variable that is not set
				args[i] = ""
			}
		}
		if status, out, said := run(t, args...); status != want.status || !strings.Contains(said, want.says) || out != "" {
			t.Errorf("%s: status %d, %q, %q", line, status, out, said)
		}
	}
}

// Wrong arguments are reported even if no daemon runs.
func TestExportWholeNeedsAFile(t *testing.T) {
	for _, args := range [][]string{{}, {"-o", "-"}} {
		args = append([]string{"export", "--whole", "--home", t.TempDir()}, args...)
		if status, _, said := run(t, args...); status != 2 || !strings.Contains(said, "a file for each table") {
			t.Errorf("%q: status %d, %q", args, status, said)
		}
	}
}

// TestHandoversAreShown: tables lists the seats that can be asked for, what this node has asked
// for, and where its word is missing; status and show also say the last.
func TestHandoversAreShown(t *testing.T) {
	yours := late
	yours.Yours = true
	p := &porter{table: api.Table{Summary: api.Summary{ID: "beef000000aa", Phase: api.PhasePlaying, ToAgree: 1, Seats: []api.Seat{{Name: "ana", Online: true}, {Name: "ben", You: true}}, Seat: 1}, Handovers: []api.Handover{
		{Seat: "ben", To: "cleo", Agree: true, Mine: true, Waits: []string{"ana"}}, yours,
	}}}
	home := serve(t, p)
	for command, wants := range map[string][]string{
		"tables": {
			"  the seat of Ada, a computer player of ana's, with 34 points\n  the seat of ben, who is away, with 12 points\n  fives join 3f9a0000 --seat NAME: ask for a seat of a table that is played already\n",
			"  the seat of dan, who has left, with no points\n  fives join 77aa0000 --seat NAME --code CODE: ask for a seat of a table that is played already\n",
			"88aa0000  full     a private table  at dan's node\n  fives join 88aa0000 --seat NAME --code CODE",
			"you have asked for a seat\n  you would like to play, and would take the seat of Ada", "Waiting for ben\n",
			"hand 2; a seat is to change hands: your word is missing\n", "fives seat agree lets it change hands",
		},
		"status": {"  Five with ana (beef0000): a seat is to change hands: your word is missing (fives seat agree)\n"},
		"show": {
			"Zoe would like to play, and would take the seat of Ada, a computer player of ana's, with 34 points, from the next hand on. Waiting for you.\n",
			"You would like cleo to take your seat, with no points, from the next hand on. Waiting for cleo.\n",
			"fives seat agree zoe: zoe takes Ada's seat", "fives seat give cleo --not: take it back: cleo takes your seat",
		},
	} {
		status, out, noted := run(t, command, "--home", home)
		for _, want := range wants {
			if status != 0 || !strings.Contains(strings.Join(strings.Fields(out+noted), " "), strings.Join(strings.Fields(want), " ")) {
				t.Errorf("%s: status %d, %q is not in\n%s%s", command, status, want, out, noted)
			}
		}
	}
}

// A latecomer is a daemon that has asked for a seat, and gets it at a table that grows out
// of the one at which it asked.
type latecomer struct {
	porter
	begun atomic.Bool
}

func (l *latecomer) Table(id string) (api.Table, error) {
	if id != endingID {
		return api.Table{}, api.Fail(api.ReasonNoTable, api.Data{Name: id})
	}
	t := api.Table{YourTurn: true, View: &rules.View{}, Summary: api.Summary{Seats: []api.Seat{{Name: "zoe", You: true}}}}
	t.ID = endingID
	return t, nil
}

func (l *latecomer) Tables(context.Context) api.Tables {
	if l.begun.Load() {
		return api.Tables{Mine: []api.Summary{{ID: endingID, Parent: "c0ff000000aa"}}}
	}
	return l.Mine()
}

func (l *latecomer) Events(ctx context.Context, _ api.EventsRequest, emit func(api.Event) error) error {
	if err := emit(api.Event{Kind: api.EventNow}); err != nil {
		return err
	}
	l.begun.Store(true)
	view, _ := l.Table(endingID)
	if err := emit(api.Event{Kind: api.EventStarted, Table: endingID, View: &view}); err != nil {
		return err
	}
	<-ctx.Done()
	return ctx.Err()
}

// TestWaitForASeat: by the ID of the table at which it was asked for.
func TestWaitForASeat(t *testing.T) {
	if status, out, text := run(t, "wait", "c0ff", "--home", serve(t, &latecomer{})); status != 0 || out != "it is your turn: a table ("+endingID[:8]+")\n" {
		t.Errorf("%d %q %q", status, out, text)
	}
}

// A loser is a daemon that has asked for a seat which somebody else gets.
type loser struct{ latecomer }

func (l *loser) Events(_ context.Context, _ api.EventsRequest, emit func(api.Event) error) error {
	if err := emit(api.Event{Kind: api.EventNow}); err != nil {
		return err
	}
	return emit(api.Event{Kind: api.EventLobby, Table: "c0ff000000aa", What: api.Refused, Text: "the seat has changed hands", Handover: &late})
}

// TestWaitForASeatInVain: whoever waits for a seat is told that somebody else has it.
func TestWaitForASeatInVain(t *testing.T) {
	status, out, text := run(t, "wait", "c0ff", "--home", serve(t, &loser{}))
	if status != 1 || out != "" || !strings.Contains(text, "error: you do not get the seat of Ada: the seat has changed hands\nhint: fives tables lists the seats that can be asked for\n") {
		t.Errorf("%d %q %q", status, out, text)
	}
}

// TestWaitGoesOn: when a seat changes hands, the node has left the table at which it waits, and
// the turn comes at the one that goes on from it.
func TestWaitGoesOn(t *testing.T) {
	home := serve(t, &mover{})
	if status, out, text := run(t, "wait", "aaaa", "--home", home); status != 0 || out != "it is your turn: a table ("+endingID[:8]+")\n" {
		t.Errorf("%d %q %q", status, out, text)
	}
}

// A mover is a daemon with a table that goes on as another one.
type mover struct{ latecomer }

func (m *mover) Table(id string) (api.Table, error) {
	if id == endingID {
		return m.latecomer.Table(id)
	}
	t := api.Table{Summary: api.Summary{Child: endingID, Seats: []api.Seat{{Name: "zoe", You: true, Left: true}}}}
	t.ID, t.Phase = "aaaa000000aa", api.PhaseStopped
	return t, nil
}

// TestCompletionOfSeats: each command is offered the seats with which it can do something.
func TestCompletionOfSeats(t *testing.T) {
	p := &porter{table: api.Table{Summary: api.Summary{Seats: []api.Seat{
		{Name: "ben", You: true}, {Name: "ana"}, {Name: "Eve", BotOf: "ben"}, {Name: "Ada", BotOf: "ana"},
	}}, Handovers: []api.Handover{late}}}
	home := serve(t, p)
	for line, want := range map[string]string{
		"join 3f9a --seat":   "Ada ben",
		"join --seat":        "Ada ben dan",
		"join 77 --seat":     "dan",
		"seat give --seat":   "ben Eve",
		"seat agree --seat":  "Ada",
		"seat agree":         "zoe",
		"seat agree --table": "beef0000",
		"join":               "3f9a0000 77aa0000 88aa0000",
		"seat give -t":       "beef0000",
		"verify --seat":      "ben=",
		"seat agree zoe":     "",
		"seat give --streng": "",
	} {
		args := append(strings.Fields("__complete -- --home "+home), strings.Fields(line)...)
		_, out, _ := run(t, append(args, "")...)
		var offered []string
		for l := range strings.Lines(out) {
			offered = append(offered, strings.TrimSpace(strings.Split(l, "\t")[0]))
		}
		if got := strings.Join(offered, " "); got != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}
