package cli_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"fives/p2p/api"
	"fives/p2p/control"
)

// A missing is a daemon at whose table somebody is missing.
type missing struct {
	control.Daemon
	table   api.Table
	covers  []string // for whom the others can play
	refusal error    // of playing for anybody
	asked   []string
}

func (m *missing) Status() api.Status { return api.Status{API: api.Newest} }

func (m *missing) Table(string) (api.Table, error) { return m.table, nil }

func (m *missing) Mine() api.Tables { return api.Tables{Mine: []api.Summary{m.table.Summary}} }

func (m *missing) Cover(context.Context, string) ([]string, error) {
	m.asked = append(m.asked, "cover")
	return m.covers, m.refusal
}

func (m *missing) Continue(_ context.Context, table string, without ...string) (api.Summary, error) {
	m.asked = append(m.asked, strings.Join(append([]string{"continue"}, without...), " "))
	return api.Summary{ID: endingID, Game: "five", Phase: api.PhasePlaying, Seats: []api.Seat{{Name: "ana", You: true}, {Name: "cleo"}}}, nil
}

// TestContinue: where the others can play for whoever is missing they do, and only where nobody can be
// covered, or the person says so, the game goes on without. The answer says which of the two was done.
func TestContinue(t *testing.T) {
	at := func(cover bool, ben api.Seat) api.Table {
		ben.Name = "ben"
		if now := time.Now(); !ben.Online {
			ben.Away = &now
		}
		return api.Table{Summary: api.Summary{ID: "3f9a000000aa", Phase: api.PhasePlaying, Dealt: true, Seats: []api.Seat{{Name: "ana", You: true, Online: true}, ben}, Cover: cover}}
	}
	lacking := func(away bool) api.Table { // two devices lack the key of the hand, and perhaps a third one is away
		t := at(true, api.Seat{Online: !away, Covered: away})
		t.Seats = append(t.Seats, api.Seat{Name: "cleo", Online: true, Owes: true, Lacks: true}, api.Seat{Name: "dan", Online: true, Owes: true, Lacks: true})
		return t
	}
	divided := at(true, api.Seat{Online: true, Owes: true, OnlyHeardBy: "dan"})
	leftIt := at(true, api.Seat{Online: true, Owes: true})
	leftIt.Seats[0].Left, leftIt.Seats[0].Covered = true, true
	soon := time.Now().Add(time.Minute)
	nobody := api.Fail(api.ReasonNobodyAway, api.Data{})
	for name, c := range map[string]struct {
		daemon missing
		line   string
		asked  string
		status int
		says   string
	}{
		"covered":            {missing{covers: []string{"ben"}, table: at(true, api.Seat{Owes: true})}, "", "cover", 0, "you no longer wait for ben; the others play as soon as their devices agree\n"},
		"as JSON":            {missing{covers: []string{"ben"}, table: at(true, api.Seat{Owes: true})}, "3f9a --json", "cover", 0, `{"covered":["ben"]}` + "\n"},
		"without, all same":  {missing{covers: []string{"ben"}, table: at(true, api.Seat{Owes: true})}, "3f9a --without ben", "continue ben", 0, "the game goes on at another table: Five with cleo (3f9a0000)\n"},
		"no cover":           {missing{refusal: api.Fail(api.ReasonNoCover, api.Data{}), table: at(false, api.Seat{Owes: true})}, "3f9a", "cover, continue", 0, "the game goes on at another table: Five with cleo (3f9a0000)\n"},
		"which it is":        {missing{refusal: nobody, table: at(false, api.Seat{Owes: true})}, "--json", "cover, continue", 0, `{"table":{"id":"` + endingID},
		"two are away":       {missing{refusal: api.Fail(api.ReasonVotersAway, api.Data{Name: "ben", Names: []string{"dan"}}), table: at(true, api.Seat{Owes: true})}, "3f9a", "cover, continue", 0, "the game goes on at another table: Five with cleo (3f9a0000)"},
		"no say":             {missing{refusal: api.Fail(api.ReasonNoVote, api.Data{Names: []string{"ben"}}), table: at(true, api.Seat{Owes: true})}, "3f9a", "cover", 1, "error: this node has no say about ben in this hand\n"},
		"covered, goes on":   {missing{refusal: nobody, table: at(true, api.Seat{Covered: true})}, "3f9a", "cover", 1, "error: the others play for ben, and the hand goes on\nhint: add --yes to drop the running hand\n"},
		"and dropped":        {missing{refusal: nobody, table: at(true, api.Seat{Covered: true})}, "3f9a --yes", "cover, continue", 0, "the game goes on at another table: Five with cleo (3f9a0000)"},
		"two lack the key":   {missing{refusal: nobody, table: lacking(false)}, "3f9a", "cover, continue", 0, "the game goes on at another table: Five with cleo (3f9a0000)"},
		"and one is covered": {missing{refusal: nobody, table: lacking(true)}, "3f9a", "cover, continue", 0, "the game goes on at another table: Five with cleo (3f9a0000)"},
		"one hears alone":    {missing{refusal: nobody, table: divided}, "3f9a", "cover, continue", 0, "the game goes on at another table: Five with cleo (3f9a0000)"},
		"covered soon":       {missing{refusal: nobody, table: at(true, api.Seat{Owes: true, CoverAt: &soon})}, "3f9a", "cover", 1, "error: the others play for ben, and the hand goes on\n"},
		"you have left":      {missing{refusal: nobody, table: leftIt}, "3f9a --yes", "cover", 1, "error: you have left this table\n"},
		"everybody is there": {missing{refusal: nobody, table: at(true, api.Seat{Online: true, Owes: true})}, "3f9a", "cover", 1, "error: everybody is here, and the cards are dealt; the hand waits for ben\n"},
	} {
		d := c.daemon
		status, out, said := run(t, append(append([]string{"continue"}, strings.Fields(c.line)...), "--home", serve(t, &d))...)
		if got := strings.Join(d.asked, ", "); status != c.status || got != c.asked || !strings.HasPrefix(out+said, c.says) {
			t.Errorf("%s: status %d, asked for %q, says %q and %q", name, status, got, out, said)
		}
	}
}

// A left is a daemon with some tables of its person's, one of which may have begun.
type left struct {
	stage
	asked []string
}

func (l *left) Leave(_ context.Context, table string) (string, error) {
	l.asked = append(l.asked, table)
	if table == "" || table == "ffff" {
		return "", api.Fail(api.ReasonNothingToLeave, api.Data{})
	}
	return api.Left, nil
}

// TestLeave: who leaves by a command is asked what is asked elsewhere, what is true of this table; where
// nobody can be asked, the command says it and does nothing without --yes.
func TestLeave(t *testing.T) {
	void, covered := staged(func(*api.Table) {}), staged(func(t *api.Table) { t.Cover = true })
	few := staged(func(t *api.Table) { t.Cover, t.NoCover = true, api.FewNodes })
	hosted, joined := api.Offer{ID: "c1ffee0001", Game: "five", Seats: 4, Taken: []string{"ana"}, Mine: true}, api.Offer{ID: "c0ffee0002", Game: "five", Seats: 4, Taken: []string{"ben", "ana"}, Joined: true}
	const give = "hint: fives seat give WHO: hand your seat over instead, and the game goes on\n"
	for name, c := range map[string]struct {
		table  api.Table
		tables []api.Offer
		line   string
		left   string
		says   string
	}{
		"void":          {void, nil, "", "", "error: this hand ends for all; the others can begin it anew without you\nhint: add --yes to leave\n" + give},
		"covered":       {covered, nil, stageID[:6], "", "error: the others play on without you\nhint: add --yes to leave\n" + give},
		"too few":       {few, nil, "", "", "error: this hand ends for all; the others can begin it anew without you\n"},
		"all the same":  {covered, nil, "--yes", stageID, "you have left the table\n"},
		"hosted":        {api.Table{}, []api.Offer{hosted}, "", "", "error: all who sit here lose their seats\nhint: add --yes to close\n"},
		"joined":        {api.Table{}, []api.Offer{joined}, "", "", "error: somebody else can take your seat\nhint: add --yes to leave\n"},
		"one of three":  {void, []api.Offer{hosted, joined}, "c0ffee0002 --yes", "c0ffee0002", "you have left"},
		"any of three":  {void, []api.Offer{hosted, joined}, "--yes", "", "error: more than one table fits\nhint: name one of: Five with ben, cleo and dan (b51bc6fd), Five with ben and ana (c0ffee00), Five with ana (c1ffee00)\n"},
		"none of them":  {void, nil, "ffff", "ffff", "error: no table to leave\n"},
		"asked for one": {api.Table{}, []api.Offer{{ID: "c0ffee0003", Running: true, Full: true, Handover: &api.Handover{Seat: "ben", Mine: true, Asked: true}}}, "", "c0ffee0003", "you have left"},
	} {
		l := &left{stage: stage{table: c.table, tables: api.Tables{Open: c.tables}}}
		if c.table.ID != "" {
			l.tables.Mine = []api.Summary{c.table.Summary}
		}
		_, out, said := run(t, append(append([]string{"leave"}, strings.Fields(c.line)...), "--home", serve(t, l))...)
		if got := strings.Join(l.asked, ", "); got != c.left || !strings.HasPrefix(out+said, c.says) {
			t.Errorf("%s: leaves %q, says %q and %q", name, got, out, said)
		}
	}
	for answer, table := range map[string]string{"y": stageID, "n": ""} {
		l := &left{stage: stage{table: covered, tables: api.Tables{Mine: []api.Summary{covered.Summary}}}}
		p := sit(t, serve(t, l), "leave")
		p.Says("fives seat give WHO: hand your seat over instead, and the game goes on")
		p.Says("Leave for good? The others play on without you. [y/N]")
		p.Press(answer, "enter")
		if err := p.cmd.Wait(); (err == nil) != (answer == "y") || strings.Join(l.asked, ", ") != table {
			t.Errorf("after %s: %v, leaves %q", answer, err, l.asked)
		}
	}
}

// A clearer is a daemon with tables in every state, of which one is needed by somebody.
type clearer struct {
	control.Daemon
	forgot []string
}

func (f *clearer) Status() api.Status { return api.Status{API: api.Newest} }

func (f *clearer) Mine() api.Tables {
	seats := func(left bool) []api.Seat { return []api.Seat{{Name: "ana", You: true, Left: left}, {Name: "ben"}} }
	return api.Tables{Mine: []api.Summary{
		{ID: "over", Phase: api.PhaseOver, Seats: seats(false)}, {ID: "left", Phase: api.PhaseStopped, Seats: seats(true)}, {ID: "onward", Phase: api.PhaseStopped, Child: "playing", Seats: seats(false)},
		{ID: "owed", Phase: api.PhaseOver, Seats: seats(false)}, {ID: "seen", Phase: api.PhaseOver, Seat: -1, Seats: seats(false)},
		{ID: "playing", Phase: api.PhasePlaying, Seats: seats(false)}, {ID: "stopped", Phase: api.PhaseStopped, Seats: seats(false)}, {ID: "seated", Phase: api.PhaseSeated, Seats: seats(false)},
		{ID: "watched", Phase: api.PhasePlaying, Seat: -1, Seats: seats(false)},
	}}
}

func (f *clearer) Forget(_ context.Context, id string, sure bool) error {
	if id == "owed" && !sure {
		return api.Fail(api.ReasonOwed, api.Data{Table: id, Names: []string{"ben"}})
	}
	f.forgot = append(f.forgot, id)
	return nil
}

// TestForgetAll: everything that is over goes, but for what somebody may still need, and nothing that
// goes on or can go on.
func TestForgetAll(t *testing.T) {
	f := &clearer{}
	home := serve(t, f)
	if status, out, said := run(t, "leave", "--forget", "--all", "--home", home); status != 1 || out != "" || len(f.forgot) > 0 || !strings.Contains(said, "5 tables would be forgotten") {
		t.Errorf("unasked: %d %q %q, %q are gone", status, out, said, f.forgot)
	}
	status, out, said := run(t, "leave", "--forget", "--all", "--yes", "--home", home)
	if want := []string{"over", "left", "onward", "seen"}; status != 0 || !slices.Equal(f.forgot, want) || out != "forgotten: 4 tables\n" || !strings.HasPrefix(said, "kept: 1 table that somebody may still need") {
		t.Errorf("%d %q %q, %q are gone", status, out, said, f.forgot)
	}
	if status, out, _ := run(t, "leave", "--forget", "--all", "--yes", "--json", "--home", home); status != 0 || out != `{"tables":["over","left","onward","seen"],"kept":["owed"]}`+"\n" {
		t.Errorf("as JSON: %d %q", status, out)
	}
}
