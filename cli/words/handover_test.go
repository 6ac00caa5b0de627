package words_test

import (
	"testing"

	"fives/cli/words"
	"fives/p2p/control"
)

// TestHandoverInWords: who would take which seat, with what and when, and who has yet to
// agree, as everybody reads it, and as the one who is named does.
func TestHandoverInWords(t *testing.T) {
	late := control.Handover{Seat: "Ada", SeatBotOf: "ana", To: "zoe", Score: 34, Asked: true, Waits: []string{"ben"}}
	offered := control.Handover{Seat: "ben", To: "nobody", Score: 1, Now: true, Waits: []string{"ana", "cleo"}}
	bot := control.Handover{Seat: "ben", To: "ana", Bot: true, Asked: true, Agreed: []string{"ana", "ben"}}
	program := control.Handover{Seat: "ben", SeatBotOf: "ben", To: "zoe", Waits: []string{"ana"}}
	named := bot
	named.Player, named.Score = "Bea", -3
	for _, tt := range []struct {
		handover         control.Handover
		you, text, takes string
	}{
		{late, "", "zoe would like to play, and would take the seat of Ada, a computer player of ana's, with 34 points, from the next hand on. Waiting for ben", "zoe takes Ada's seat"},
		{late, "ben", "zoe would like to play, and would take the seat of Ada, a computer player of ana's, with 34 points, from the next hand on. Waiting for you", "zoe takes Ada's seat"},
		{late, "ana", "zoe would like to play, and would take the seat of Ada, a computer player of yours, with 34 points, from the next hand on. Waiting for ben", "zoe takes Ada's seat"},
		{late, "zoe", "you would like to play, and would take the seat of Ada, a computer player of ana's, with 34 points, from the next hand on. Waiting for ben", "you take Ada's seat"},
		{offered, "", `ben would like "nobody" to take the seat of ben, with 1 point, at once, giving up the running hand. Waiting for ana, cleo and "nobody"`, `"nobody" takes ben's seat`},
		{offered, "nobody", "ben would like you to take the seat of ben, with 1 point, at once, giving up the running hand. Waiting for ana, cleo and you", "you take ben's seat"},
		{offered, "ben", `you would like "nobody" to take your seat, with 1 point, at once, giving up the running hand. Waiting for ana, cleo and "nobody"`, `"nobody" takes your seat`},
		{program, "", "ben would like zoe to take the seat of ben, for whom the program plays, with no points, from the next hand on. Waiting for ana and zoe", "zoe takes ben's seat"},
		{program, "ben", "you would like zoe to take your seat, with no points, from the next hand on. Waiting for ana and zoe", "zoe takes your seat"},
		{bot, "", "a computer player of ana's would take the seat of ben, with no points, from the next hand on. All have agreed", "a computer player of ana's takes ben's seat"},
		{named, "ana", "Bea, a computer player of yours, would take the seat of ben, with -3 points, from the next hand on. All have agreed", "Bea, a computer player of yours, takes ben's seat"},
	} {
		if got := words.Handover(tt.handover, tt.you); got != tt.text {
			t.Errorf("for %q: %q, want %q", tt.you, got, tt.text)
		}
		if got := words.Takes(tt.handover, tt.you); got != tt.takes {
			t.Errorf("for %q: %q, want %q", tt.you, got, tt.takes)
		}
	}
	if got := words.HandoverLine(late, "ben"); got != "zoe takes Ada's seat, with 34 points, from the next hand on; waiting for you" {
		t.Errorf("%q", got)
	}
	mine := late
	mine.Yours = true
	if got := words.HandoverShort(late, "ana") + "; " + words.HandoverShort(mine, "ben"); got != "zoe takes Ada's seat; waiting for ben; zoe takes Ada's seat, with 34 points, from the next hand on" {
		t.Errorf("%q", got)
	}
	if got := words.Agreed(late, "ben", false) + "; " + words.Agreed(late, "ben", true); got != "you agree: zoe takes Ada's seat; taken back: zoe takes Ada's seat" {
		t.Errorf("%q", got)
	}
	if got := words.Handed(late, "ben", true); got != "taken back: zoe takes Ada's seat" {
		t.Errorf("%q", got)
	}
}

// TestAnswerToHandover: the button says what a tap does.
func TestAnswerToHandover(t *testing.T) {
	for want, h := range map[string]control.Handover{
		"":             {},
		"agree":        {Yours: true},
		"take it back": {Agree: true},
	} {
		if got := words.Answer(h); got != want {
			t.Errorf("%+v: %q, want %q", h, got, want)
		}
	}
	if got := words.Answer(control.Handover{Mine: true}); got != "take it back" {
		t.Errorf("one's own wish: %q", got)
	}
	for n, want := range []string{"", "a seat is to change hands: your word is missing", "2 seats are to change hands: your word is missing"} {
		if got := words.ToAgree(n); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}

// TestOpenSeatInWords: a newcomer reads whose seat it is, why it can be had, and what goes
// with it; a list has room for less.
func TestOpenSeatInWords(t *testing.T) {
	for _, tt := range []struct {
		seat       control.OpenSeat
		text, mark string
	}{
		{control.OpenSeat{Name: "Ada", BotOf: "ana", Score: 34}, "the seat of Ada, a computer player of ana's, with 34 points", "bot of ana"},
		{control.OpenSeat{Name: "ben", BotOf: "ben", Score: 34}, "the seat of ben, for whom the program plays, with 34 points", "played by the program"},
		{control.OpenSeat{Name: "ben", Away: true}, "the seat of ben, who is away, with no points", "away"},
		{control.OpenSeat{Name: "ben", Left: true, Away: true, Score: 1}, "the seat of ben, who has left, with 1 point", "left"},
		{control.OpenSeat{Name: "nobody", ForYou: true, Score: 7}, `the seat of "nobody", who would like you to take it, with 7 points`, "for you"},
		{control.OpenSeat{Name: "ben", Score: 7}, "the seat of ben, with 7 points", ""},
	} {
		if got := words.OpenSeat(tt.seat); got != tt.text {
			t.Errorf("%q, want %q", got, tt.text)
		}
		if got := words.SeatMark(tt.seat); got != tt.mark {
			t.Errorf("%q, want %q", got, tt.mark)
		}
	}
	if got := words.SeatMarked(control.OpenSeat{Name: "Ada", BotOf: "ana", Score: 34}) + "; " + words.SeatMarked(control.OpenSeat{Name: "nobody"}); got != `Ada (bot of ana), 34 points; "nobody", no points` {
		t.Errorf("%q", got)
	}
	if got := words.TakeSeat(control.OpenSeat{Name: "Ada"}) + "; " + words.OwnSeat("zoe"); got != "take Ada's seat; You are zoe? Your seat is still here" {
		t.Errorf("%q", got)
	}
	if got := words.Since(control.Seat{Since: 5}) + words.Since(control.Seat{}); got != "since hand 5" {
		t.Errorf("%q", got)
	}
}

// TestHandoverEventInWords: each says who, and of which seat.
func TestHandoverEventInWords(t *testing.T) {
	h := &control.Handover{Seat: "Ada", SeatBotOf: "ana", To: "zoe", Score: 34, Asked: true}
	offer := &control.Handover{Seat: "ben", To: "zoe", Score: 3}
	for _, tt := range []struct {
		event control.Event
		want  string
	}{
		{control.Event{What: control.Asked, Name: "zoe", Handover: h}, "zoe would like to play, and would take the seat of Ada, a computer player of ana's, with 34 points, from the next hand on"},
		{control.Event{What: control.Offered, Name: "ben", Handover: offer}, "ben would like zoe to take the seat of ben, with 3 points, from the next hand on"},
		{control.Event{What: control.Agreed, Name: "ben", Handover: h}, "ben agrees: zoe takes Ada's seat"},
		{control.Event{What: control.TakenBack, Name: "ben", Handover: h}, "ben does not agree any more: zoe takes Ada's seat"},
		{control.Event{What: control.Dropped, Name: "zoe", Handover: h}, "zoe does not ask for Ada's seat any more"},
		{control.Event{What: control.Dropped, Name: "ben", Handover: offer}, "ben does not hand ben's seat over any more"},
		{control.Event{What: control.PutOff, Name: "zoe", Handover: h}, "zoe takes Ada's seat after the next hand: not every device has signed in time"},
		{control.Event{What: control.ChangedHands, Name: "zoe", Was: "Ada", From: 5}, "zoe has the seat of Ada from hand 5 on"},
		{control.Event{What: control.ChangedHands, Name: "nobody", Handover: h}, `"nobody" has the seat of Ada`},
		{control.Event{What: control.ChangedHands, Name: "dana", Was: "dana", From: 3}, "dana, with another key than before, has the seat from hand 3 on"},
		{control.Event{What: control.LeftWith, Name: "Ada", Was: "ben"}, "Ada, a computer player of ben's, has left with ben"},
	} {
		tt.event.Kind = control.EventHandover
		if got := words.Event(tt.event); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}

// TestWhatElseChanges: what goes with a seat is said before anybody agrees; and a newcomer with
// the name of who has it is told apart.
func TestWhatElseChanges(t *testing.T) {
	h := control.Handover{Seat: "ben", To: "zoe", Asked: true, Gone: []string{"Ada", "Bea"}, NoCover: control.FewNodes, Waits: []string{"ana"}}
	const also = "from the next hand on; Ada and Bea leave with ben; from then on who is away is waited for, with fewer than four devices"
	for got, want := range map[string]string{
		words.Wish(h, ""):         "zoe would like to play, and would take the seat of ben, with no points, " + also,
		words.HandoverLine(h, ""): "zoe takes ben's seat, with no points, " + also + "; waiting for ana",
		words.Takes(h, ""):        "zoe takes ben's seat",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	back := control.Handover{Seat: "dana", To: "dana", Asked: true, Mine: true, Waits: []string{"ana"}}
	if got := words.Wish(back, "dana"); got != "you would like to play, and would take the seat of dana, who has another key, with no points, from the next hand on" {
		t.Errorf("%q", got)
	}
}

// TestElsewhereInWords: who has handed a seat over reads who has it, and who plays on where.
func TestElsewhereInWords(t *testing.T) {
	gave := control.Waiting{What: control.HandedOver, Names: []string{"zoe"}}
	room := gave
	room.Detail = "ben"
	plain := func(s string) string { return s }
	for got, want := range map[string]string{
		words.Waiting(gave): "you have handed your seat over to zoe; the game goes on without you",
		words.Waiting(room): "zoe has the seat of ben, and the game goes on at another table",
		words.Waiting(control.Waiting{What: control.Onward}):                                                     "the game goes on at another table",
		words.Summary(control.Summary{HandedTo: "zoe", Phase: control.PhaseStopped, Hand: 2}, plain):             "you have handed your seat over to zoe; the game goes on without you",
		words.Summary(control.Summary{Child: "7fa80da0aaaa", Phase: control.PhaseStopped, Hand: 2}, plain) + ".": "goes on as table 7fa80da0.",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestWishLostInWords: who does not get a seat reads which one, and why.
func TestWishLostInWords(t *testing.T) {
	h := &control.Handover{Seat: "Ada", To: "zoe"}
	for _, tt := range []struct {
		event control.Event
		want  string
	}{
		{control.Event{What: control.Refused, Text: "the seat has changed hands"}, "you do not get the seat of Ada: the seat has changed hands"},
		{control.Event{What: control.Changed}, "you do not get the seat of Ada: somebody else has it, or the table is another one by now"},
		{control.Event{What: control.Closed}, "you do not get the seat of Ada: the game is over, or nobody there lets you in"},
		{control.Event{What: control.NeedsCode}, "you do not get the seat of Ada: the table needs its code again: fives join 7fa80da0 --seat NAME --code CODE"},
		{control.Event{What: control.Moved, Was: "c0ff"}, "the game goes on as table 7fa80da0; you ask for the seat of Ada there"},
	} {
		tt.event.Kind, tt.event.Table, tt.event.Handover = control.EventLobby, "7fa80da0aaaa", h
		if got := words.Event(tt.event); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}

// TestHandoverErrorInWords: what is wrong with a seat, and what to do.
func TestHandoverErrorInWords(t *testing.T) {
	for _, tt := range []struct {
		reason     control.Reason
		data       control.Data
		text, hint string
	}{
		{control.ReasonNoHandover, control.Data{}, "nobody would take a seat", "fives show says who would take which seat"},
		{control.ReasonNoHandover, control.Data{Name: "nobody", Candidates: []string{"Ada", "ben"}}, `no seat is to change hands by the name "nobody"`, "these are: Ada, ben"},
		{control.ReasonManyHandovers, control.Data{Candidates: []string{"Ada", "ben"}}, "more than one seat is to change hands", "name one of: Ada, ben"},
		{control.ReasonNotOwnSeat, control.Data{Name: "ben"}, "the seat of ben is not yours to hand over", "you can hand over your own, and those of your computer players"},
		{control.ReasonNotOffered, control.Data{Name: "ben", Names: []string{"zoe"}}, "the seat of ben is not offered to zoe", "fives show says who would take which seat"},
		{control.ReasonSeatOut, control.Data{Name: "ben"}, "the seat of ben is out of the game", "fives tables lists the seats that can be asked for"},
		{control.ReasonSeatChanged, control.Data{Name: "ben"}, "the seat of ben has changed hands, or is about to", "fives tables lists the seats that can be asked for"},
		{control.ReasonSeatAsked, control.Data{Name: "ben"}, "somebody else has asked for the seat of ben", "fives tables lists the seats that can be asked for"},
		{control.ReasonIsComputer, control.Data{Name: "Ada", Names: []string{"ana"}, Candidates: []string{"ana", "cy"}}, "Ada is a computer player of ana's, and has a seat at this table", "a new computer player can be one of these people's, with --computer: ana, cy"},
		{control.ReasonIsComputer, control.Data{Name: "Ada"}, "Ada is a computer player of yours, and has a seat at this table", "fives peers lists who is there"},
		{control.ReasonByProgram, control.Data{Name: "ana", Candidates: []string{"cy"}}, "the program plays for ana at this table, so no other computer player of ana's can sit there", "a new computer player can be one of these people's, with --computer: cy"},
		{control.ReasonHasSeat, control.Data{}, "you have a seat at this table yourself", "fives peers lists who else is there"},
		{control.ReasonHasSeat, control.Data{Name: "ben"}, "ben has a seat at this table already", "fives peers lists who else is there"},
		{control.ReasonNotConnected, control.Data{Name: "zoe", Peers: []control.Peer{{Name: "zoe"}}}, "zoe is not connected", "fives peers lists who is there"},
		{control.ReasonJoinedAlready, control.Data{}, "you have a seat there already", ""},
		{control.ReasonJoinedAlready, control.Data{Table: "7fa80da0aaaa", Names: []string{"ana", "ben"}}, "you have a seat there already: table 7fa80da0 is played by ana and ben", "nobody has two seats at a table; fives hand-over WHO hands yours to somebody else"},
		{control.ReasonNotBegun, control.Data{Table: "7fa80da0aaaa"}, "the table has not begun: seats are still free", "fives join 7fa80da0 takes one"},
		{control.ReasonNotBegun, control.Data{}, "the table has not begun: seats are still free", "fives tables shows who is there"},
		{control.ReasonNobodyCalled, control.Data{Name: "X", Candidates: []string{"Ada", "ben"}}, "nobody at the table is called X", "name one of: Ada, ben"},
		{control.ReasonNobodyCalled, control.Data{Name: "X"}, "nobody at the table is called X", ""},
		{control.ReasonAskedAlready, control.Data{Name: "ben"}, "you have asked for the seat of ben already", "fives leave takes that back"},
		{control.ReasonWasAtFault, control.Data{Name: "zoe"}, "zoe was at fault in this game, and cannot take a seat in it", ""},
		{control.ReasonNoDoor, control.Data{}, "nobody who plays at the table and is connected can let newcomers in", "fives peers shows who is there"},
		{control.ReasonNoDoor, control.Data{Detail: "too\n many"}, "nobody who plays at the table and is connected can let newcomers in: too many", "fives peers shows who is there"},
	} {
		if text, hint := words.Error(control.Fail(tt.reason, tt.data)); text != tt.text || hint != tt.hint {
			t.Errorf("%s: %q (%q), want %q (%q)", tt.reason, text, hint, tt.text, tt.hint)
		}
	}
}
