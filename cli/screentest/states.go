package screentest

import (
	"time"

	"fives/engine/card"
	"fives/engine/rules"
	"fives/p2p/api"
)

// A State is a way in which a table can stand, with what every front end says of it.
type State struct {
	Name     string
	Table    api.Table
	Headline string   // what is said first
	Absent   []string // who is shown as missing, each as "ben: away"
	Notes    []string // beginnings of what is said beside it, in order
	Stuck    bool     // going on without somebody is offered
	Bad      bool     // one of the notes is about what cannot be undone, or an identity
	Deeds    string   // what can be done there
	Leaving  string   // what leaving, or forgetting, the table does, as it is asked; "" if that cannot be done
}

// Evening is a table of ana, ben, cleo and dan, as ana sees it: hand 3 of Five, and ben is to move.
func Evening(change ...func(t *api.Table)) api.Table {
	t := api.Table{Title: "Five", Waiting: api.Waiting{What: "move", Names: []string{"ben"}, Devices: []string{"ben"}}}
	t.Summary = api.Summary{
		ID: "0011223344556677889900112233445566778899001122334455667788990011", Game: "five", Phase: api.PhasePlaying, Hand: 3, Turn: "ben", Dealt: true,
		Seats: []api.Seat{{Name: "ana", Fingerprint: "a", You: true}, {Name: "ben", Fingerprint: "b", Owes: true}, {Name: "cleo", Fingerprint: "c"}, {Name: "dan", Fingerprint: "d"}},
	}
	for i := range t.Seats {
		t.Seats[i].Online, t.Seats[i].Active, t.Seats[i].Score = true, true, 10*(i+1)
	}
	t.View = &rules.View{Hand: 3, Turn: 1, Scores: []int{10, 20, 30, 40}, Notes: make([][]string, len(t.Seats))}
	for i := range t.Seats {
		t.View.Zones = append(t.View.Zones, rules.Zone{Kind: rules.HandZone, Label: "hand", Seat: i, Count: 5, Groups: []rules.Group{{Seat: i, Cards: make([]card.Card, 5)}}})
	}
	for _, c := range change {
		c(&t)
	}
	return t
}

// Silent says that seats have not been heard for a time; for less than 8 s that is not told.
func Silent(d time.Duration, seats ...int) func(*api.Table) {
	return func(t *api.Table) {
		at := time.Now().Add(-d)
		for _, i := range seats {
			if t.Seats[i].Online = false; d >= 8*time.Second {
				t.Seats[i].Away = &at
			}
		}
	}
}

// CutOff says that this device has heard nobody for a time.
func CutOff(d time.Duration) func(*api.Table) {
	return func(t *api.Table) {
		at := time.Now().Add(-d)
		t.CutOff = &at
		Silent(d, 1, 2, 3)(t)
	}
}

// Mine makes it the turn of the person at this node.
func Mine(t *api.Table) {
	t.Turn, t.YourTurn, t.Seats[0].Owes, t.Seats[1].Owes, t.View.Turn, t.View.Prompt = "ana", true, true, false, 0, "Drop a card"
	t.Waiting.Names, t.Waiting.Devices = []string{"ana"}, []string{"ana"}
}

// Over ends the game; ana has won.
func Over(t *api.Table) {
	t.Phase, t.Turn, t.Winners, t.Waiting, t.View.Turn, t.Seats[1].Owes = api.PhaseOver, "", []string{"ana"}, api.Waiting{What: "over"}, rules.None, false
}

// Left says that a player has left; where the others cover, they play on.
func Left(seat int, cover bool) func(*api.Table) {
	return func(t *api.Table) {
		s := &t.Seats[seat]
		if s.Left, s.Online, t.Cover = true, false, cover; cover {
			s.Covered = true
			return
		}
		t.Phase, t.Turn, t.Waiting, t.View.Turn = api.PhaseStopped, "", api.Waiting{What: api.Left, Names: []string{s.Name}}, rules.None
	}
}

// Guest makes ana the guest of ben, who does not answer.
func Guest(t *api.Table) {
	t.Warnings = append(t.Warnings, api.Warning{Code: api.WarnNoWay, Name: "ben"})
}

// States lists the ways in which a table can stand that front ends have told differently.
func States() []State {
	called := func(rematch bool) func(*api.Table) {
		return func(t *api.Table) {
			t.Call = &api.Call{Table: "22", Rematch: rematch, From: 2, Names: []string{"ana", "cleo", "dan"}}
		}
	}
	handed := func(t *api.Table) {
		t.Phase, t.HandedTo, t.Waiting = api.PhaseStopped, "eve", api.Waiting{What: api.HandedOver, Names: []string{"eve"}}
		t.Turn, t.View.Turn, t.Seats[0].Left = "", rules.None, true
	}
	changing := func(t *api.Table) {
		t.Phase, t.Waiting = api.PhaseStopped, api.Waiting{What: api.Changing}
		t.Turn, t.View.Turn = "", rules.None
	}
	unheard := func(t *api.Table) {
		t.Waiting = api.Waiting{What: "unheard", Names: []string{"cleo"}, Devices: []string{"cleo"}}
	}
	looking := func(t *api.Table) { t.Seat, t.Seats[0].You, t.Seats[0].Online = -1, false, true }
	soon := func(t *api.Table) {
		at := time.Now().Add(12 * time.Second)
		t.Cover, t.Seats[1].CoverAt, t.MayCover = true, &at, []string{"ben"}
	}
	declined := func(seat int) func(*api.Table) {
		return func(t *api.Table) {
			t.Phase, t.Parent, t.Hand, t.Turn, t.View = api.PhaseStopped, "00", 0, "", nil
			t.Seats[seat].Left, t.Waiting = true, api.Waiting{What: api.Withdrawn, Names: []string{t.Seats[seat].Name}}
		}
	}
	heard := func(t *api.Table) { t.Cover, t.Seats[1].OnlyHeardBy = true, "dan" }
	elsewhere := func(t *api.Table) {
		t.Phase, t.Child, t.Waiting, t.Turn, t.View.Turn = api.PhaseStopped, "22", api.Waiting{What: api.Onward}, "", rules.None
	}
	gone := func(t *api.Table) {
		t.Waiting = api.Waiting{What: api.LeftBehind, Names: []string{"ben", "cleo"}}
	}
	asked := func(h api.Handover) func(*api.Table) {
		return func(t *api.Table) { t.Handovers = []api.Handover{h} }
	}
	newKey := func(t *api.Table) {
		t.Warnings = []api.Warning{{Code: api.WarnNewKey, Name: "ben", Known: "ben", Fingerprint: "b"}}
	}
	two := func(t *api.Table) {
		t.Seats, t.View.Zones, t.View.Scores, t.View.Notes = t.Seats[:2], t.View.Zones[:2], t.View.Scores[:2], t.View.Notes[:2]
	}
	computer := func(seat int) func(*api.Table) {
		return func(t *api.Table) {
			t.Seats[seat].BotOf, t.Seats[seat].Online, t.Seats[seat].Away = "ana", true, nil
		}
	}
	private := func(t *api.Table) { t.Private, t.Spectators = true, true }
	const (
		plain   = "handover invite leave say"
		ended   = "forget invite say"
		void    = "This hand ends for all; the others can begin it anew without you."
		over    = "The game ends for all."
		covered = "The others play on without you."
		forgets = "Its log is deleted here, and it counts no more."
		seat    = "no connection to the others; your seat is kept"
	)
	goOn := "continue " + plain
	return []State{
		{Name: "others move", Table: Evening(), Headline: "ben is thinking", Deeds: plain, Leaving: void},
		{Name: "your turn", Table: Evening(Mine), Headline: "Your turn", Deeds: plain, Leaving: void},
		{Name: "not found yet", Table: Evening(Silent(5*time.Second, 1, 2)), Headline: "ben is thinking", Deeds: plain, Leaving: void},
		{Name: "two of three silent", Table: Evening(Silent(90*time.Second, 1, 2)), Headline: "Waiting for ben", Absent: []string{"ben: away", "cleo: away"},
			Notes: []string{"ben is away for 1 min, and the hand waits", "cleo is away for 1 min"}, Stuck: true, Deeds: goOn, Leaving: void},
		{Name: "one asleep", Table: Evening(Silent(time.Minute, 2), func(t *api.Table) { t.Seats[2].Asleep = true }), Headline: "ben is thinking", Absent: []string{"cleo: asleep"},
			Notes: []string{"cleo's device is asleep"}, Deeds: plain, Leaving: void},
		{Name: "cut off", Table: Evening(CutOff(7 * time.Second)), Headline: "Looking for the others", Notes: []string{seat}, Deeds: plain, Leaving: void},
		{Name: "cut off for 90 s", Table: Evening(CutOff(90 * time.Second)), Headline: "Looking for the others", Notes: []string{seat}, Deeds: plain, Leaving: void},
		{Name: "cut off in your turn", Table: Evening(Mine, CutOff(20*time.Second)), Headline: "Looking for the others", Notes: []string{seat}, Deeds: plain, Leaving: void},
		{Name: "a guest cut off", Table: Evening(CutOff(20*time.Second), Guest), Headline: "Looking for ben's laptop", Notes: []string{seat}, Deeds: plain, Leaving: void},
		{Name: "cut off for long", Table: Evening(CutOff(4 * time.Minute)), Headline: "Looking for the others", Notes: []string{seat}, Deeds: plain, Leaving: void},
		{Name: "cut off for long, with a computer player", Table: Evening(CutOff(4*time.Minute), computer(2)), Headline: "Looking for the others", Notes: []string{seat}, Stuck: true, Deeds: goOn, Leaving: void},
		{Name: "the only other is away", Table: Evening(two, Silent(90*time.Second, 1)), Headline: "Waiting for ben", Absent: []string{"ben: away"}, Notes: []string{"ben is away for 1 min, and the hand waits"}, Deeds: plain, Leaving: over},
		{Name: "over, two gone", Table: Evening(Over, Silent(90*time.Second, 1, 2)), Headline: "You win!", Deeds: ended + " rematch", Leaving: forgets},
		{Name: "over, and one said no to another game", Table: Evening(Over, func(t *api.Table) { t.Refused = []string{"cleo"} }), Headline: "You win!", Deeds: ended, Leaving: forgets},
		{Name: "over, cut off", Table: Evening(Over, CutOff(90*time.Second)), Headline: "You win!", Deeds: ended + " rematch", Leaving: forgets},
		{Name: "one left", Table: Evening(Left(2, false)), Headline: "The table has stopped", Absent: []string{"cleo: left"}, Notes: []string{"cleo left: this hand cannot go on"}, Stuck: true, Deeds: goOn, Leaving: void},
		{Name: "one left a table with cover", Table: Evening(Left(2, true)), Headline: "ben is thinking", Absent: []string{"cleo: left"}, Notes: []string{"cleo has left; the others play for cleo"}, Deeds: plain, Leaving: covered},
		{Name: "you left a table with cover", Table: Evening(Left(0, true), func(t *api.Table) {
			t.Seats[0].Keyless, t.Missed = true, []api.Played{{Name: "ana", Move: "draw"}}
		}), Headline: "You have left", Absent: []string{"ana: left"}, Deeds: ended, Leaving: forgets},
		{Name: "handed over", Table: Evening(handed, Silent(90*time.Second, 1)), Headline: "eve has your seat", Notes: []string{"you have handed your seat over to eve; the game goes on without you"}, Deeds: ended, Leaving: forgets},
		{Name: "a seat changes hands", Table: Evening(changing, Silent(90*time.Second, 1)), Headline: "A seat changes hands", Notes: []string{"a seat changes hands"}, Deeds: plain, Leaving: void},
		{Name: "called", Table: Evening(Left(1, false), called(false)), Headline: "The table has stopped", Absent: []string{"ben: left"}, Notes: []string{"ben left: this hand cannot go on"}, Stuck: true, Deeds: goOn, Leaving: void},
		{Name: "called again", Table: Evening(Over, called(true)), Headline: "You win!", Deeds: "continue " + ended, Leaving: forgets},
		{Name: "somebody said no", Table: Evening(declined(2)), Headline: "The table does not begin", Absent: []string{"cleo: said no"}, Notes: []string{"cleo said no: the table does not begin"}},
		{Name: "you said no", Table: Evening(declined(0)), Headline: "The table does not begin", Notes: []string{"you said no: the table does not begin"}},
		{Name: "restarted", Table: Evening(unheard), Headline: "Waiting to hear from cleo", Deeds: plain, Leaving: void},
		{Name: "dealt", Table: Evening(func(t *api.Table) {
			t.Turn, t.View.Turn, t.Waiting = "", rules.None, api.Waiting{What: "shares", Why: rules.Deal, Names: []string{"cleo"}, Devices: []string{"cleo"}}
		}), Headline: "The cards are being dealt", Deeds: plain, Leaving: void},
		{Name: "one for whom the others will play", Table: Evening(Silent(10*time.Second, 1), soon), Headline: "Waiting for ben", Absent: []string{"ben: away"}, Notes: []string{"ben's device is silent; the others play for ben in "}, Deeds: "cover " + plain, Leaving: covered},
		{Name: "only one device hears the one whose time is over", Table: Evening(heard), Headline: "ben is thinking", Notes: []string{"only dan's device hears ben"}, Stuck: true, Deeds: goOn, Leaving: covered},
		{Name: "gone on elsewhere", Table: Evening(elsewhere), Headline: "The game goes on elsewhere", Notes: []string{"the game goes on at another table"}, Deeds: ended, Leaving: forgets},
		{Name: "private, with spectators", Table: Evening(private), Headline: "ben is thinking", Deeds: "admit " + plain, Leaving: void},
		{Name: "an onlooker", Table: Evening(looking), Headline: "ben is thinking", Deeds: "invite say"},
		{Name: "an onlooker, two silent", Table: Evening(Silent(90*time.Second, 1, 2), looking), Headline: "Waiting for ben", Absent: []string{"ben: away", "cleo: away"}, Notes: []string{"ben is away for 1 min, and the hand waits", "cleo is away for 1 min"}, Stuck: true, Deeds: "invite say"},
		{Name: "an onlooker, two went on or left", Table: Evening(Left(1, false), Left(2, false), gone, looking), Headline: "The table has stopped", Notes: []string{"ben and cleo have gone on at another table, or left: this hand cannot go on"}, Stuck: true, Deeds: "invite say"},
		{Name: "an onlooker at the end", Table: Evening(Over, looking), Headline: "ana wins!", Deeds: ended, Leaving: forgets},
		{Name: "somebody asks for a seat", Table: Evening(asked(api.Handover{Seat: "ben", To: "zoe", Fingerprint: "e", Asked: true, Waits: []string{"ana", "ben"}, Yours: true, Drawn: "d1"})), Headline: "ben is thinking", Deeds: "agree " + plain, Leaving: void},
		{Name: "your seat is offered", Table: Evening(asked(api.Handover{Seat: "ana", To: "zoe", Fingerprint: "e", Mine: true, Waits: []string{"ben"}})), Headline: "ben is thinking", Deeds: plain, Leaving: void},
		{Name: "a new key", Table: Evening(newKey), Headline: "ben is thinking", Bad: true, Notes: []string{"ben: a new key, b: you know another ben"}, Deeds: plain + " trust", Leaving: void},
	}
}
