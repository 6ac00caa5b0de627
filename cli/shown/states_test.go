package shown_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"fives/cli/say"
	"fives/cli/screentest"
	"fives/cli/shown"
	"fives/engine/card"
	"fives/engine/rules"
	"fives/p2p/api"
)

// Each way in which a table can stand is told as it is: who is missing, what matters, what is wrong,
// and whether going on without somebody is offered.
func TestStates(t *testing.T) {
	for _, s := range screentest.States() {
		x := shown.Of(s.Table, time.Now())
		var absent, notes []string
		for _, p := range s.Table.Seats {
			if word := shown.Absence(s.Table, p); word != "" {
				absent = append(absent, p.Name+": "+word)
			}
		}
		for _, n := range x.Notes {
			notes = append(notes, n.Says.String())
		}
		same := len(notes) == len(s.Notes)
		for i := range min(len(notes), len(s.Notes)) {
			same = same && strings.HasPrefix(notes[i], s.Notes[i])
		}
		if x.Headline != s.Headline || !slices.Equal(absent, s.Absent) || !same || x.Stuck != s.Stuck {
			t.Errorf("%s: %q, missing %q, notes %q, stuck %v; not %q, %q, %q, %v", s.Name, x.Headline, absent, notes, x.Stuck, s.Headline, s.Absent, s.Notes, s.Stuck)
		}
		if n := len(strings.Fields(x.Headline)); n < 2 || n > 6 {
			t.Errorf("%s: %q has %d words", s.Name, x.Headline, n)
		}
		if strings.Contains(x.Task.String(), "\n") || len(x.Facts) > 2 {
			t.Errorf("%s: %q, %v", s.Name, x.Task, x.Facts)
		}
		for _, n := range x.Notes {
			if n.Tone == shown.Bad && !s.Bad {
				t.Errorf("%s: %q is told as what cannot be undone", s.Name, n.Says)
			}
		}
		if x.Yours != (s.Headline == "Your turn") {
			t.Errorf("%s: yours %v", s.Name, x.Yours)
		}
	}
}

// TestCutOffForLong: for three minutes there is nothing to do but wait; then whoever is cut off reads
// where to look, and is not advised to go on without all others, which nobody can.
func TestCutOffForLong(t *testing.T) {
	const goesOn = "play goes on by itself when the connection is back"
	for after, want := range map[time.Duration]string{20 * time.Second: goesOn, 179 * time.Second: goesOn, 181 * time.Second: "look at this device's network; " + goesOn} {
		table := screentest.Evening(screentest.CutOff(after))
		if got := shown.Of(table, time.Now()).Task.String(); got != want {
			t.Errorf("after %s: %q", after, got)
		}
		if d, ok := shown.Find(shown.Deeds(table), shown.ActContinue); ok {
			t.Errorf("after %s: %q", after, d.Hints())
		}
	}
}

// Who looks on and is cut off looks for the table; a call is what there is to do.
func TestHeadlines(t *testing.T) {
	looking := screentest.Evening(screentest.CutOff(20 * time.Second))
	looking.Seat, looking.Seats[0].You = -1, false
	if x := shown.Of(looking, time.Now()); x.Headline != "Looking for the table" || len(x.Notes) != 1 || x.Notes[0].Says.String() != "no connection to the table" {
		t.Errorf("who looks on: %+v", x)
	}
	called := screentest.Evening(screentest.Left(1, false))
	called.Call = &api.Call{From: 2, Names: []string{"ana", "cleo"}}
	if got := shown.Of(called, time.Now()).Task.String(); got != "Others want to play on from hand 2 with ana, cleo" {
		t.Errorf("called: %q", got)
	}
	opened := screentest.Evening(screentest.Left(1, true))
	opened.Waiting = api.Waiting{What: "shares", Names: []string{"ben"}, Devices: []string{"ben"}, Why: rules.Cover}
	if x := shown.Of(opened, time.Now()); x.Headline != "A card is being opened" || x.Task.String() != "the card that the others play is being opened: waiting for the others" {
		t.Errorf("for who has left: %q, %q", x.Headline, x.Task)
	}
	opened.Waiting = api.Waiting{What: "shares", Names: []string{"ben", "dan"}, Devices: []string{"ben", "dan"}, Why: rules.Draw}
	if x := shown.Of(opened, time.Now()); x.Headline != "A card is being drawn" || x.Task.String() != "waiting for dan's device" {
		t.Errorf("for who has left, and another one: %q, %q", x.Headline, x.Task)
	}
	next := screentest.Evening()
	if got := shown.Of(next, time.Now()).Task.String(); got != "then cleo, dan, then you" {
		t.Errorf("next: %q", got)
	}
	next.Seats[2].Active = false
	if got := shown.Of(next, time.Now()).Task.String(); got != "then dan, then you" {
		t.Errorf("cleo is out: %q", got)
	}
	next.Seats[next.Seat].Active = false
	if got := shown.Of(next, time.Now()).Task.String(); got != "" {
		t.Errorf("who is out waits for no turn: %q", got)
	}
}

// A connection that has just been lost, or was never made, is nobody's absence; somebody who is away
// is not blamed twice.
func TestAbsenceFor(t *testing.T) {
	now := time.Now()
	table := screentest.Evening(screentest.Silent(150*time.Second, 1, 2))
	table.Seats[2].Covered = true
	for i, want := range []string{"", "away for 2 min", "others play, away for 2 min", ""} {
		if got := shown.AbsenceFor(table, table.Seats[i], now); got != want {
			t.Errorf("seat %d: %q, not %q", i, got, want)
		}
	}
	if shown.Alone(table) || !shown.Alone(screentest.Evening(screentest.Silent(time.Second, 1, 2, 3))) {
		t.Error("a device is alone if none of the others is heard")
	}
}

// What a page shows of a note at once fits in sixty characters, whatever the names, and nothing of
// the sentence is lost.
func TestFold(t *testing.T) {
	codes := []api.WarningCode{
		api.WarnOwnName, api.WarnNewKey, api.WarnLikeKnown, api.WarnLikeAnother, api.WarnSlow, api.WarnUnresponsive, api.WarnStore, api.WarnUninvited,
		api.WarnGuestPort, api.WarnNoWay, api.WarnOtherWay, api.WarnTwice, api.WarnElsewhere,
	}
	const short, long = "ben", "Maximiliane-Henriette of the Nort"
	for _, name := range []string{short, long, strings.Repeat("x", 70)} {
		ago := time.Now().Add(-90 * time.Second)
		at := ago.Add(2 * time.Minute)
		seat := api.Seat{Name: name, Away: &ago, CoverAt: &at, OnlyHeardBy: name, Unvoted: []string{name, "cleo"}}
		list := []string{
			say.IsAway(seat, time.Now()) + ", with " + name + ", and the hand waits: " + say.CoverOne, say.CoverSoon(seat, time.Minute, false), say.CoverSoon(seat, time.Minute, true),
			say.OnlyHeardBy(seat) + ", and the hand waits", say.Unvoted(seat) + ", and the hand waits", say.FalseVotes(name), say.LackBoth([]string{name, "cleo"}), say.YouSlept, say.YouLack,
			say.YouStop, say.Slept(name), say.CoverHelps, say.CutOff(true), say.Fault(name, "it has signed two different records for one step"),
		}
		for _, code := range codes {
			list = append(list, say.Warning(api.Warning{Code: code, Name: name, Known: name, Fingerprint: "aaaa-bbbb-cccc", Detail: "the disk is full"}))
		}
		for _, text := range list {
			first, rest := shown.Fold(card.Text(text))
			if n := len([]rune(say.Full(first).String())); n > 60 || n < 3 {
				t.Errorf("%q is shown as %q, of %d characters", text, say.Full(first), n)
			}
			head := strings.TrimSuffix(first.String(), "…")
			if whole := rest.String(); len(rest) > 0 && whole != text && text != head+"; "+whole && text != head+": "+whole && text != head+", "+whole || len(rest) == 0 && first.String() != text {
				t.Errorf("%q is parted into %q and %q", text, first, rest)
			}
		}
	}
	five, ace := cardOf(t, "5h"), cardOf(t, "As")
	first, rest := shown.Fold(card.Text("you were away for 3 turns; the others played for you (draw ").Cards(five).Text("; drop ").Cards(ace, five).Text(")"))
	if got := fmt.Sprint(first, "|", rest); got != "you were away for 3 turns|the others played for you (draw 5h; drop As 5h)" {
		t.Errorf("with cards: %q", got)
	}
}

func cardOf(t *testing.T, text string) card.Card {
	t.Helper()
	c, err := card.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Beside the title stand at most two facts, the number of the hand first, and none that is the same
// all game long.
func TestFacts(t *testing.T) {
	table := screentest.Evening()
	table.View.Facts = []rules.Fact{{Label: "out at", Value: "100", Fixed: true}, {Label: "turn", Value: "2 of 9"}, {Label: "trump", Value: "hearts"}}
	if got := fmt.Sprint(shown.Of(table, time.Now()).Facts); got != "[{hand 3 false} {turn 2 of 9 false}]" {
		t.Error(got)
	}
}

// TestDistances: beside the title of a table stands how far those players are who are far, and nobody else.
func TestDistances(t *testing.T) {
	far := func(t *api.Table) {
		t.Seats[1].Through, t.Seats[1].RoundTrip = "cleo", 610
		t.Seats[2].RoundTrip = 300
		t.Seats[3].Through, t.Seats[3].RoundTrip = "cleo", 40
		bot := t.Seats[1]
		bot.Name, bot.BotOf = "ben's bot", "ben"
		t.Seats = append(t.Seats, bot)
	}
	want := []rules.Fact{{Label: "hand", Value: "3"}, {Label: "ben", Value: "through cleo, 610 ms"}, {Label: "cleo", Value: "300 ms"}}
	if got := shown.Of(screentest.Evening(far), time.Now()).Facts; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	fourth := func(t *api.Table) { t.Seats[3].RoundTrip = 900 }
	if got := shown.Of(screentest.Evening(far, fourth), time.Now()).Facts[1:]; !slices.Equal(got, []rules.Fact{{Label: "farthest: dan", Value: "through cleo, 900 ms"}}) {
		t.Errorf("of three: %v", got)
	}
	for what, change := range map[string]func(*api.Table){"over": screentest.Over, "left": func(t *api.Table) { t.Seats[1].Left, t.Seats[2].Left = true, true }} {
		if got := shown.Of(screentest.Evening(far, change), time.Now()).Facts; len(got) != 1 {
			t.Errorf("%s: %v", what, got)
		}
	}
}
