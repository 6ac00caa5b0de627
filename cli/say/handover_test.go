package say_test

import (
	"testing"

	"fives/cli/say"
	"fives/p2p/api"
)

// TestHandoverInWords: who would take which seat, with what and when, and who has yet to agree,
// as everybody reads it, and as the person who is named reads it.
func TestHandoverInWords(t *testing.T) {
	late := api.Handover{Seat: "Ada", SeatBotOf: "ana", To: "zoe", Score: 34, Asked: true, Waits: []string{"ben"}}
	offered := api.Handover{Seat: "ben", To: "nobody", Score: 1, Now: true, Waits: []string{"ana", "cleo"}}
	bot := api.Handover{Seat: "ben", To: "ana", Bot: true, Asked: true, Agreed: []string{"ana", "ben"}}
	program := api.Handover{Seat: "ben", SeatBotOf: "ben", To: "zoe", Waits: []string{"ana"}}
	computer := api.Handover{Seat: "ben", To: "ana", Bot: true, Waits: []string{"ana", "cleo"}}
	named := bot
	named.Player, named.Score = "Bea", -3
	for _, tt := range []struct {
		handover         api.Handover
		you, text, takes string
	}{
		{late, "", "zoe would like to play, and would take the seat of Ada, a computer player of ana's, with 34 points, from the next hand on. Waiting for ben", "zoe takes Ada's seat"},
		{late, "ben", "zoe would like to play, and would take the seat of Ada, a computer player of ana's, with 34 points, from the next hand on. Waiting for you", "zoe takes Ada's seat"},
		{late, "ana", "zoe would like to play, and would take the seat of Ada, a computer player of yours, with 34 points, from the next hand on. Waiting for ben", "zoe takes Ada's seat"},
		{late, "zoe", "you would like to play, and would take the seat of Ada, a computer player of ana's, with 34 points, from the next hand on. Waiting for ben", "you take Ada's seat"},
		{offered, "", `ben would like "nobody" to take the seat of ben, with 1 point, at once, giving up the running hand. Waiting for "nobody"`, `"nobody" takes ben's seat`},
		{offered, "nobody", "ben would like you to take the seat of ben, with 1 point, at once, giving up the running hand. Waiting for you", "you take ben's seat"},
		{offered, "ben", `you would like "nobody" to take your seat, with 1 point, at once, giving up the running hand. Waiting for "nobody"`, `"nobody" takes your seat`},
		{program, "", "ben would like zoe to take the seat of ben, for whom the program plays, with no points, from the next hand on. Waiting for zoe", "zoe takes ben's seat"},
		{program, "ben", "you would like zoe to take your seat, with no points, from the next hand on. Waiting for zoe", "zoe takes your seat"},
		{bot, "", "a computer player of ana's would take the seat of ben, with no points, from the next hand on. All have agreed", "a computer player of ana's takes ben's seat"},
		{computer, "", "ben would like a computer player of ana's to take the seat of ben, with no points, from the next hand on. Waiting for ana", "a computer player of ana's takes ben's seat"},
		{computer, "ana", "ben would like a computer player of yours to take the seat of ben, with no points, from the next hand on. Waiting for you", "a computer player of yours takes ben's seat"},
		{computer, "cleo", "ben would like a computer player of ana's to take the seat of ben, with no points, from the next hand on. Waiting for ana", "a computer player of ana's takes ben's seat"},
		{named, "ana", "Bea, a computer player of yours, would take the seat of ben, with -3 points, from the next hand on. All have agreed", "Bea, a computer player of yours, takes ben's seat"},
	} {
		if got := say.Handover(tt.handover, tt.you); got != tt.text {
			t.Errorf("for %q: %q, want %q", tt.you, got, tt.text)
		}
		if got := say.Takes(tt.handover, tt.you); got != tt.takes {
			t.Errorf("for %q: %q, want %q", tt.you, got, tt.takes)
		}
	}
	if got := say.HandoverLine(late, "ben"); got != "zoe takes Ada's seat, with 34 points, from the next hand on; waiting for you" {
		t.Errorf("%q", got)
	}
	mine := late
	mine.Yours = true
	if got := say.HandoverShort(late, "ana") + "; " + say.HandoverShort(mine, "ben"); got != "zoe takes Ada's seat; waiting for ben; zoe takes Ada's seat, with 34 points, from the next hand on" {
		t.Errorf("%q", got)
	}
	if got := say.Handed(late, "ben", true); got != "taken back: zoe takes Ada's seat" {
		t.Errorf("%q", got)
	}
}

// TestAnswerToHandover: the button says what a tap does.
func TestAnswerToHandover(t *testing.T) {
	for want, h := range map[string]api.Handover{
		"":             {},
		"agree":        {Yours: true},
		"take it back": {Agree: true},
	} {
		if got := say.Answer(h); got != want {
			t.Errorf("%+v: %q, want %q", h, got, want)
		}
	}
	if got := say.Answer(api.Handover{Mine: true}); got != "take it back" {
		t.Errorf("one's own wish: %q", got)
	}
	for n, want := range []string{"", "a seat is to change hands: your word is missing", "2 seats are to change hands: your word is missing"} {
		if got := say.ToAgree(n); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}

// TestOpenSeatInWords: a newcomer reads whose seat it is, why it can be had, and what goes
// with it; a list has room for less.
func TestOpenSeatInWords(t *testing.T) {
	for _, tt := range []struct {
		seat       api.OpenSeat
		text, mark string
	}{
		{api.OpenSeat{Name: "Ada", BotOf: "ana", Score: 34}, "the seat of Ada, a computer player of ana's, with 34 points", "bot of ana"},
		{api.OpenSeat{Name: "ben", BotOf: "ben", Score: 34}, "the seat of ben, for whom the program plays, with 34 points", "played by the program"},
		{api.OpenSeat{Name: "ben", Away: true}, "the seat of ben, who is away, with no points", "away"},
		{api.OpenSeat{Name: "ben", Left: true, Away: true, Score: 1}, "the seat of ben, who has left, with 1 point", "left"},
		{api.OpenSeat{Name: "nobody", ForYou: true, Score: 7}, `the seat of "nobody", who would like you to take it, with 7 points`, "for you"},
		{api.OpenSeat{Name: "ben", Score: 7}, "the seat of ben, with 7 points", ""},
	} {
		if got := say.OpenSeat(tt.seat); got != tt.text {
			t.Errorf("%q, want %q", got, tt.text)
		}
		if got := say.SeatMark(tt.seat); got != tt.mark {
			t.Errorf("%q, want %q", got, tt.mark)
		}
	}
	if got := say.SeatMarked(api.OpenSeat{Name: "Ada", BotOf: "ana", Score: 34}) + "; " + say.SeatMarked(api.OpenSeat{Name: "nobody"}); got != `Ada (bot of ana), 34 points; "nobody", no points` {
		t.Errorf("%q", got)
	}
	if got := say.TakeSeat(api.OpenSeat{Name: "Ada"}) + "; " + say.OwnSeat("zoe"); got != "take Ada's seat; You are zoe? Your seat is still here" {
		t.Errorf("%q", got)
	}
	if got := say.Since(api.Seat{Since: 5}) + say.Since(api.Seat{}); got != "since hand 5" {
		t.Errorf("%q", got)
	}
}

// TestHandoverEventInWords: each says who, and of which seat.
func TestHandoverEventInWords(t *testing.T) {
	h := &api.Handover{Seat: "Ada", SeatBotOf: "ana", To: "zoe", Score: 34, Asked: true}
	offer := &api.Handover{Seat: "ben", To: "zoe", Score: 3}
	for _, tt := range []struct {
		event api.Event
		want  string
	}{
		{api.Event{What: api.Asked, Name: "zoe", Handover: h}, "zoe would like to play, and would take the seat of Ada, a computer player of ana's, with 34 points, from the next hand on"},
		{api.Event{What: api.Offered, Name: "ben", Handover: offer}, "ben would like zoe to take the seat of ben, with 3 points, from the next hand on"},
		{api.Event{What: api.Agreed, Name: "ben", Handover: h}, "ben agrees: zoe takes Ada's seat"},
		{api.Event{What: api.TakenBack, Name: "ben", Handover: h}, "ben does not agree any more: zoe takes Ada's seat"},
		{api.Event{What: api.Dropped, Name: "zoe", Handover: h}, "zoe does not ask for Ada's seat any more"},
		{api.Event{What: api.Dropped, Name: "ben", Handover: offer}, "ben does not hand ben's seat over any more"},
		{api.Event{What: api.PutOff, Name: "zoe", Handover: h}, "zoe takes Ada's seat after the next hand: not every device has signed in time"},
		{api.Event{What: api.InVain, Name: "zoe", Handover: h}, "zoe cannot take Ada's seat at this table any more: it was tried 16 times, and not every device has signed. Somebody else can take it, or go on without Ada"},
		{api.Event{What: api.ChangedHands, Name: "zoe", Was: "Ada", From: 5}, "zoe has the seat of Ada from hand 5 on"},
		{api.Event{What: api.ChangedHands, Name: "dana", Was: "dana", From: 3, Yours: true}, "you, with another key than before, have the seat from hand 3 on"},
		{api.Event{What: api.ChangedHands, Name: "nobody", Handover: h}, `"nobody" has the seat of Ada`},
		{api.Event{What: api.ChangedHands, Name: "dana", Was: "dana", From: 3}, "dana, with another key than before, has the seat from hand 3 on"},
		{api.Event{What: api.LeftWith, Name: "Ada", Was: "ben"}, "Ada, a computer player of ben's, has left with ben"},
	} {
		tt.event.Kind = api.EventHandover
		if got := say.Event(tt.event).String(); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}

// TestWhatElseChanges: what goes with a seat is said before anybody agrees, and a newcomer is
// distinguished from an owner of the same name.
func TestWhatElseChanges(t *testing.T) {
	h := api.Handover{Seat: "ben", To: "zoe", Asked: true, Gone: []string{"Ada", "Bea"}, NoCover: api.FewNodes, Waits: []string{"ana"}}
	const also = "from the next hand on; Ada and Bea leave with ben; from then on the table waits for whoever is away, with fewer than four devices"
	for got, want := range map[string]string{
		say.Wish(h, ""):         "zoe would like to play, and would take the seat of ben, with no points, " + also,
		say.HandoverLine(h, ""): "zoe takes ben's seat, with no points, " + also + "; waiting for ana",
		say.Takes(h, ""):        "zoe takes ben's seat",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	ben := api.Handover{Seat: "Ada", To: "ben~2", Asked: true, Waits: []string{"ben", "ana"}} // as ben reads it
	if got := say.HandoverLine(ben, "ben"); got != "ben~2 takes Ada's seat, with no points, from the next hand on; waiting for you and ana" {
		t.Errorf("%q", got)
	}
	same := api.Handover{Seat: "ben", To: "ben~2", Namesake: true, Asked: true, Waits: []string{"ben"}, Yours: true} // as ben reads it
	if got := say.Wish(same, "ben"); got != "ben~2 would like to play, and would take your seat, with no points, from the next hand on" {
		t.Errorf("%q", got)
	}
	back := api.Handover{Seat: "dana", To: "dana~2", Namesake: true, Asked: true, Mine: true, Waits: []string{"ana"}}
	if got := say.Wish(back, "dana~2"); got != "you would like to play, and would take the seat of dana, who has another key, with no points, from the next hand on" {
		t.Errorf("%q", got)
	}
}

// TestElsewhereInWords: somebody who has handed a seat over is told who has it, and who plays
// on where.
func TestElsewhereInWords(t *testing.T) {
	gave := api.Waiting{What: api.HandedOver, Names: []string{"zoe"}}
	room := gave
	room.Detail = "ben"
	for got, want := range map[string]string{
		say.Waiting(gave):                            "you have handed your seat over to zoe; the game goes on without you",
		say.Waiting(room):                            "zoe has the seat of ben, and the game goes on at another table",
		say.Waiting(api.Waiting{What: api.Onward}):   "the game goes on at another table",
		say.Waiting(api.Waiting{What: api.Changing}): "a seat changes hands",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestWishLostInWords: somebody who does not get a seat is told which one, and why.
func TestWishLostInWords(t *testing.T) {
	h := &api.Handover{Seat: "Ada", To: "zoe"}
	for _, tt := range []struct {
		event api.Event
		want  string
	}{
		{api.Event{What: api.Refused, Text: "the seat has changed hands"}, "you do not get the seat of Ada: the seat has changed hands"},
		{api.Event{What: api.Changed}, "you do not get the seat of Ada: somebody else has it, or the table is another one by now"},
		{api.Event{What: api.Closed}, "you do not get the seat of Ada: the game is over, or nobody there lets you in"},
		{api.Event{What: api.NeedsCode}, "you do not get the seat of Ada: the table needs its code again"},
		{api.Event{What: api.Moved, Was: "c0ff"}, "the game goes on at another table (7fa80da0); you ask for the seat of Ada there"},
	} {
		tt.event.Kind, tt.event.Table, tt.event.Handover = api.EventLobby, "7fa80da0aaaa", h
		if got := say.Event(tt.event).String(); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}

// TestHandoverErrorInWords: what is wrong with a seat, and what to do.
func TestHandoverErrorInWords(t *testing.T) {
	for _, tt := range []struct {
		reason     api.Reason
		data       api.Data
		text, hint string
	}{
		{api.ReasonNoHandover, api.Data{}, "nobody would take a seat", "fives show says who would take which seat; one that is offered to you is asked for by fives join TABLE --seat NAME"},
		{api.ReasonNoHandover, api.Data{Name: "nobody", Candidates: []string{"Ada", "ben"}}, `no seat is to change hands by the name "nobody"`, "these are: Ada, ben"},
		{api.ReasonManyHandovers, api.Data{Candidates: []string{"Ada", "ben"}}, "more than one seat is to change hands", "name one of: Ada, ben"},
		{api.ReasonNotOwnSeat, api.Data{Name: "ben"}, "the seat of ben is not yours to hand over", "you can hand over your own, and those of your computer players"},
		{api.ReasonNotOffered, api.Data{Name: "ben", Names: []string{"zoe"}}, "the seat of ben is not offered to zoe", "fives show says who would take which seat"},
		{api.ReasonSeatOut, api.Data{Name: "ben"}, "the seat of ben is out of the game", "fives tables lists the seats that can be asked for"},
		{api.ReasonSeatChanged, api.Data{Name: "ben"}, "the seat of ben has changed hands, or is about to", "fives tables lists the seats that can be asked for"},
		{api.ReasonSeatAsked, api.Data{Name: "ben"}, "somebody else asks for a seat there just now", "fives tables lists the seats that can be asked for"},
		{api.ReasonIsComputer, api.Data{Name: "Ada", Names: []string{"ana"}, Candidates: []string{"ana", "cy"}}, "Ada is a computer player of ana's, and has a seat at this table", "a new computer player can be one of these people's, with --computer: ana, cy"},
		{api.ReasonIsComputer, api.Data{Name: "Ada"}, "Ada is a computer player of yours, and has a seat at this table", "fives peers lists who is there"},
		{api.ReasonByProgram, api.Data{Name: "ana", Candidates: []string{"cy"}}, "the program plays for ana at this table, so no other computer player of ana's can sit there", "a new computer player can be one of these people's, with --computer: cy"},
		{api.ReasonHasSeat, api.Data{}, "you have a seat at this table yourself", "fives peers lists who else is there"},
		{api.ReasonHasSeat, api.Data{Name: "ben"}, "ben has a seat at this table already", "fives peers lists who else is there"},
		{api.ReasonNotConnected, api.Data{Name: "zoe", Peers: []api.Peer{{Name: "zoe"}}}, "zoe is not connected", "fives peers lists who is there"},
		{api.ReasonJoinedAlready, api.Data{}, "you have a seat there already", ""},
		{api.ReasonJoinedAlready, api.Data{Table: "7fa80da0aaaa", Names: []string{"ana", "ben"}}, "you have a seat there already, at the table of ana and ben (7fa80da0)", "nobody has two seats at a table; fives seat give WHO hands yours to somebody else"},
		{api.ReasonNotBegun, api.Data{Table: "7fa80da0aaaa"}, "the table has not begun: seats are still free", "fives join 7fa80da0 takes one"},
		{api.ReasonNotBegun, api.Data{}, "the table has not begun: seats are still free", "fives tables shows who is there"},
		{api.ReasonNobodyCalled, api.Data{Name: "X", Candidates: []string{"Ada", "ben"}}, "nobody at the table is called X", "name one of: Ada, ben"},
		{api.ReasonNobodyCalled, api.Data{Name: "X"}, "nobody at the table is called X", ""},
		{api.ReasonAskedAlready, api.Data{Name: "ben"}, "you have asked for the seat of ben already", "fives leave takes that back"},
		{api.ReasonWasAtFault, api.Data{Name: "zoe"}, "zoe was at fault in this game, and cannot take a seat in it", ""},
		{api.ReasonNoDoor, api.Data{}, "nobody who plays at the table and is connected can let newcomers in", "fives peers shows who is there"},
		{api.ReasonNoDoor, api.Data{Detail: "too\n many"}, "nobody who plays at the table and is connected can let newcomers in: too many", "fives peers shows who is there"},
	} {
		if text, hint := say.Error(api.Fail(tt.reason, tt.data)); text != tt.text || hint != tt.hint {
			t.Errorf("%s: %q (%q), want %q (%q)", tt.reason, text, hint, tt.text, tt.hint)
		}
	}
}
