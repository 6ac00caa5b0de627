package say_test

import (
	"math"
	"slices"
	"testing"
	"time"

	"fives/cli/say"
	"fives/engine/audit"
	"fives/engine/card"
	"fives/engine/games"
	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/story"
	"fives/engine/tabletest"
	"fives/p2p/api"
)

func TestSentence(t *testing.T) {
	for in, want := range map[string]string{"": "", " play a card ": "Play a card.", "Done.": "Done.", "a firewall?": "A firewall?", "you won!": "You won!", "thinking…": "Thinking…", "älter": "Älter."} {
		if got := say.Sentence(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

// TestEventInWords: from codes and data, with names marked.
func TestEventInWords(t *testing.T) {
	hand := &api.Hand{Sheet: api.Sheet{Number: 2, Points: map[string]int{"ana": 3, "ben": -1}, Scores: map[string]int{"ana": 10, "ben": 7}}}
	for _, tt := range []struct {
		event api.Event
		want  string
	}{
		{api.Event{Kind: api.EventStarted, Title: "Five", Names: []string{"ana", "ben"}}, "Five begins with ana, ben"},
		{api.Event{Kind: api.EventShuffle, Name: "ana"}, "ana shuffled"},
		{api.Event{Kind: api.EventLot, Name: "ana", Game: "five"}, "ana was drawn by lot to start the first hand"},
		{api.Event{Kind: api.EventLot, Name: "ana", Game: "five-crowns"}, "ana was drawn by lot to deal the first hand"},
		{api.Event{Kind: api.EventLot, Name: "ana"}, "ana was drawn by lot to open the game"},
		{api.Event{Kind: api.EventCards, What: string(rules.Draw)}, "a card was drawn"},
		{api.Event{Kind: api.EventMove, Name: "ana", Game: "five", Move: "end"}, "ana ended the hand"},
		{api.Event{Kind: api.EventTurn, Name: "ana", Yours: true}, "it is your turn"},
		{api.Event{Kind: api.EventTurn, Name: "nobody"}, `"nobody" is to play`},
		{api.Event{Kind: api.EventSettled, Names: []string{"ana", "ben"}, Hand: hand}, "hand 2 is counted: ana +3 makes 10, ben -1 makes 7"},
		{api.Event{Kind: api.EventSettled, Hand: &api.Hand{Sheet: api.Sheet{Number: 3, Void: true}}}, "hand 3 is void"},
		{api.Event{Kind: api.EventOver}, "the game is over; nobody has won"},
		{api.Event{Kind: api.EventOver, Name: "ana", Names: []string{"ben", "ana"}, Yours: true}, "the game is over: you and ben won"},
		{api.Event{Kind: api.EventOver, Name: "ana", Names: []string{"ben", "ana"}}, "the game is over: ben and ana won"}, // in a room
		{api.Event{Kind: api.EventFault, What: api.Guilty, Name: "ben", Text: "two records for one step"}, "ben is at fault: two records for one step"},
		{api.Event{Kind: api.EventFault, What: api.Branch, Names: []string{"ben"}},
			"ben has signed two different games: what stands is what all who played have signed, not what was shown before"},
		{api.Event{Kind: api.EventAway, What: api.Asleep, Name: "ben"}, "ben's device is asleep"},
		{api.Event{Kind: api.EventAway, What: api.Back, Name: "ben"}, "ben is back"},
		{api.Event{Kind: api.EventOnward, What: api.Rematch, Name: "ben", Table: "0123456789"}, "ben wants to play again"},
		{api.Event{Kind: api.EventOnward, What: api.Continue, Name: "ben", Table: "0123456789", From: 4, Names: []string{"ana"}},
			"ben wants to go on from hand 4 with ana"},
		{api.Event{Kind: api.EventChat, Name: "ben", Text: "hi"}, "ben: hi"},
		{api.Event{Kind: api.EventReason, Name: "Ada", Move: "end", Text: "ends: 4 points, about 92 % to be lowest"}, "Ada's last move: ends: 4 points, about 92 % to be lowest"},
		{api.Event{Kind: api.EventPeer, What: api.Here, Name: "ben is to play"}, `"ben is to play" is here`},
		{api.Event{Kind: api.EventPeer, What: api.Here, Name: "ben", Warning: api.Warning{Code: api.WarnSlow}}, `"ben" is here (slow to answer)`},
		{api.Event{Kind: api.EventPeer, What: api.Gone, Fingerprint: "1234-5678"}, "1234-5678 is gone"},
		{api.Event{Kind: api.EventPeer, What: api.OtherProtocol, Name: "zoe", Protocol: 2, Ours: 1},
			`"zoe" is here, but speaks protocol version 2, this node speaks 1: this node's fives must be updated`},
		{api.Event{Kind: api.EventWatch, What: api.Here, Name: "zoe", Fingerprint: "1234"}, "zoe (1234) watches the table"},
		{api.Event{Kind: api.EventWatch, What: api.Gone, Fingerprint: "1234"}, `"somebody" (1234) does not watch any more`},
		{api.Event{Kind: api.EventLobby, What: api.Taken, Names: []string{"ana", "nobody"}, Seats: 3}, `2 of 3 seats are taken: ana, "nobody"`},
		{api.Event{Kind: api.EventLobby, What: api.Taken, Names: []string{"ana"}}, "at the table: ana"},
		{api.Event{Kind: api.EventLobby, What: api.Reopened, Table: "0123456789", Was: "abcdef0123"}, "the table is open again (01234567)"},
		{api.Event{Kind: api.EventLobby, What: api.Moved, Table: "0123456789", Was: "abcdef0123"}, "the host was restarted, and the table is open again (01234567)"},
		{api.Event{Kind: api.EventLobby, What: api.NeedsCode, Table: "0123456789"},
			"the seat is lost, and the table needs its code again"},
	} {
		if got := say.Event(tt.event).String(); got != tt.want {
			t.Errorf("%+v: %q, want %q", tt.event, got, tt.want)
		}
	}
}

// TestLiveAndRetold: what a daemon tells while a game is played, its log tells again in the
// same words.
func TestLiveAndRetold(t *testing.T) {
	const gameName = "five"
	rs, err := games.Find(gameName)
	if err != nil {
		t.Fatal(err)
	}
	g := tabletest.New(t, rs, 2, rs.Brief, 2)
	g.Choose = tabletest.Bot(rs.Bots[0])
	g.Play()
	stories, err := story.Read([][]record.Record{g.Table().Log()}, games.Find, audit.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := stories[0]
	told := map[story.Kind]int{}
	for _, h := range s.Hands {
		for i, m := range h.Moments {
			e := api.Event{Game: gameName}
			if m.Seat >= 0 {
				e.Name = s.Nickname(m.Seat)
			}
			switch m.Kind {
			case story.Drawn:
				e.Kind = api.EventLot
			case story.Moved:
				e.Kind, e.Move = api.EventMove, m.Move
			case story.Settled:
				e.Kind, e.Names, e.Hand = api.EventSettled, s.Terms.Names(), &api.Hand{Sheet: api.SheetOf(h.Result.Settlement, s.Terms.Names())}
			default:
				continue
			}
			told[m.Kind]++
			if live, again := say.Event(e), s.Event(h, i, story.Onlooker).Says(); !slices.Equal(live, again) || len(live) == 0 {
				t.Errorf("live it is %q, and then %q", live, again)
			}
		}
	}
	if len(told) != 3 || told[story.Moved] < 4 {
		t.Errorf("told: %v", told)
	}
	for _, c := range []struct {
		live  api.Event
		again story.Event
	}{
		{api.Event{Kind: api.EventMove, Name: "ana", Game: gameName, Move: "end", StandIn: true}, story.Event{Kind: story.Moved, Name: "ana", StandIn: true, Move: rs.Tell("end")}},
		{api.Event{Kind: api.EventCover, What: api.Returned, Name: "ana"}, story.Event{Kind: story.Back, Name: "ana"}},
		{api.Event{Kind: api.EventCover, What: api.Again, Names: []string{"ana", "ben"}}, story.Event{Kind: story.Again, Names: []string{"ana", "ben"}}},
		{api.Event{Kind: api.EventLeft, Name: "ana"}, story.Event{Kind: story.Left, Name: "ana"}},
	} {
		if live, again := say.Event(c.live), c.again.Says(); !slices.Equal(live, again) || len(live) == 0 {
			t.Errorf("live it is %q, and then %q", live, again)
		}
	}
}

// TestCardsInEvents: the cards of a move and of a reason are cards; a person whose name looks
// like one, and what they say, are texts.
func TestCardsInEvents(t *testing.T) {
	draw := func(c card.Card) string { return "<" + c.String() + ">" }
	for want, e := range map[string]api.Event{
		"7h dropped <8s> and drew":             {Kind: api.EventMove, Name: "7h", Game: "five", Move: "drop 8s draw"},
		"7h's last move: keeps <4c>":           {Kind: api.EventReason, Name: "7h", Text: "keeps 4c"},
		"7h: 8s, please":                       {Kind: api.EventChat, Name: "7h", Text: "8s, please"},
		"7h was drawn by lot to open the game": {Kind: api.EventLot, Name: "7h"},
		"you were away for 1 turn; the others played for you: dropped <8s> and drew": {
			Kind: api.EventCover, What: api.Returned, Yours: true, Game: "five", Missed: []api.Played{{Move: "drop 8s draw"}}},
	} {
		if got := say.Event(e).Write(say.Clean, draw); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestWarningInWords: a name that could be the program's words is marked, and only
// a warning that names somebody begins with the name.
func TestWarningInWords(t *testing.T) {
	const key = "1234-5678"
	for _, tt := range []struct {
		warning api.Warning
		want    string
	}{
		{api.Warning{}, ""},
		{api.Warning{Code: api.WarnNewKey, Name: "ben", Known: "ben", Fingerprint: key}, "ben: a new key, 1234-5678: you know another ben"},
		{api.Warning{Code: api.WarnNewKey, Known: "nobody", Fingerprint: key}, `a new key, 1234-5678: you know another "nobody"`},
		{api.Warning{Code: api.WarnOwnName, Known: "ana", Fingerprint: key}, "your own name, with the key 1234-5678"},
		{api.Warning{Code: api.WarnLikeKnown, Name: "nobody", Known: "ben", Fingerprint: key}, `"nobody": looks like ben, whom you know, but has another key, 1234-5678`},
		{api.Warning{Code: api.WarnLikeAnother, Known: "ben", Fingerprint: key}, "looks like ben, but has another key, 1234-5678"},
		{api.Warning{Code: api.WarnProtocol, Protocol: 1, Ours: 2}, "speaks protocol version 1, this node speaks 2: its fives must be updated"},
		{api.Warning{Code: api.WarnSlow}, "slow to answer"},
		{api.Warning{Code: api.WarnUnresponsive}, "does not answer as a fives node does"},
		{api.Warning{Code: api.WarnUninvited, Name: "cleo"}, "cleo: has a seat in a browser, and finds no way back to this node, because nobody is invited any more; the next invitation has the same address"},
		{api.Warning{Code: api.WarnGuestPort, Name: "cleo", Port: 45356, Detail: "another program has it"}, "cleo: has a seat in a browser, and finds no way to this node: port 45356, where the page was, cannot be had: another program has it"},
		{api.Warning{Code: api.WarnStore, Table: "0123456789", Detail: "disk\nfull"}, "a table waits for the store (01234567): disk full"},
		{api.Warning{Code: api.WarnTwice, Name: "nobody"}, `"nobody" runs twice: waiting`},
		{api.Warning{Code: api.WarnTwice}, "runs twice: waiting"},
		{api.Warning{Code: api.WarnTwice, Address: "192.168.1.7", Since: time.Date(2025, 11, 21, 20, 14, 0, 0, time.Local)},
			"your node also runs on 192.168.1.7, since 21 November 2025, 20:14. Stop one of them; to play on this one: fives up --here"},
		{api.Warning{Code: api.WarnElsewhere, Since: time.Unix(1, 0)}, "you play on another device; this node only looks on, and signs nothing; to play on this one: fives up --here"},
		{api.Warning{Code: "bad-clock", Name: "ben", Detail: "an hour"}, "ben: bad clock: an hour"},
	} {
		if got := say.Warning(tt.warning); got != tt.want {
			t.Errorf("%+v: %q, want %q", tt.warning, got, tt.want)
		}
	}
	down := []api.Warning{{Code: api.WarnDown}, {Code: api.WarnNotAsked, Detail: "no route"}}
	if got := say.Warnings(down); got != "interface is down; asking: no route" {
		t.Errorf("%q", got)
	}
	e := api.Event{Kind: api.EventWarning, Warning: api.Warning{Code: api.WarnNewKey, Name: "zoe", Known: "zoe", Fingerprint: key}}
	if got := say.Event(e).String(); got != "zoe: a new key, 1234-5678: you know another zoe" {
		t.Errorf("%q", got)
	}
}

// TestOfferInWords: an open table is described by the game and its terms, with names marked;
// one that is not shown, by what it is.
func TestOfferInWords(t *testing.T) {
	o := api.Offer{Game: "five", Seats: 3, Taken: []string{"ana", "nobody"}, Options: map[string]any{"limit": 20., "cap": 9.},
		TurnLimit: 30, Private: true, Spectators: true}
	const terms = `2 of 3 seats taken (ana, "nobody"), out at 20 points, cap=9, 30 s a turn, private, spectators`
	for got, want := range map[string]string{
		say.Terms(o): terms,
		say.Offer(o): "Five, " + terms,
		say.Terms(api.Offer{Seats: 3, Cover: true}): "0 of 3 seats taken, the others play on when a device is away",
		say.Price(api.Offer{Seats: 3}):              "",
		say.Price(api.Offer{Seats: 3, Cover: true}): "all the other devices whose players are still in the game could look together, and choose the order; so could all but one of them, " +
			"if that one misses the deal or they keep it and you from hearing each other; nobody would find out; " +
			"it takes four devices: with fewer the hand waits all the same",
		say.Price(api.Offer{Seats: 3, Cover: true, Running: true}): "",
		say.Offer(api.Offer{Game: "five", Seats: 2}):               "Five, 0 of 2 seats taken",
		say.Offer(api.Offer{Private: true, Running: true}):         "a private table",
		say.Offer(api.Offer{Private: true}):                        "a private table",
		say.Offer(api.Offer{Running: true}):                        "a game that goes on from another, spectators",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestTableInWords: whose turn it is, what somebody has done, since when somebody has been
// away; names that could be the program's words are marked.
func TestTableInWords(t *testing.T) {
	noon := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	away := func(d time.Duration) api.Seat { at := noon.Add(-d); return api.Seat{Name: "ben", Away: &at} }
	asleep := func(d time.Duration) api.Seat { s := away(d); s.Asleep = true; return s }
	for got, want := range map[string]string{
		say.Turn(api.Summary{Seats: []api.Seat{{Name: "ana"}}}):                             "",
		say.Turn(api.Summary{Seats: []api.Seat{{Name: "ana"}}, Turn: "ana"}):                "your turn",
		say.Turn(api.Summary{Seats: []api.Seat{{Name: "ana"}}, Turn: "nobody"}):             `"nobody"'s turn`,
		say.Turn(api.Summary{Turn: "ben"}):                                                  "ben's turn",
		say.Violation(api.Violation{Name: "ben", Move: "drop Kh", Rule: "a pair"}):          `ben broke a rule with "drop Kh": a pair`,
		say.Wanted(api.Call{Rematch: true, Names: []string{"ana", "nobody"}, By: "nobody"}): `"nobody" wants to play again`,
		say.Wanted(api.Call{From: 3, Names: []string{"ana", "ben"}}):                        "Others want to play on from hand 3 with ana, ben",
		say.Leaving(api.Withdrawn) + ", " + say.Leaving(api.GivenBack):                      "the table is withdrawn, taken back: you have no seat there, and ask for none",
		say.Leaving(api.Left): "you have left the table",
		say.Waiting(api.Waiting{What: "move", Names: []string{"nobody"}}):                                                                                                                                      `"nobody" is to play`,
		say.Waiting(api.Waiting{What: "shares", Names: []string{"ana", "ben"}, Why: rules.Draw}):                                                                                                               "a card is being drawn: waiting for ana's and ben's devices",
		say.Waiting(api.Waiting{What: "shares", Names: []string{"Ada", "Bob", "ben"}, Devices: []string{"ana", "ben"}}):                                                                                        "cards are being opened: waiting for ana's and ben's devices",
		say.Waiting(api.Waiting{What: "key", Names: []string{"Ada", "Bob"}, Devices: []string{"ana"}}):                                                                                                         "the hand is about to begin: waiting for ana's device",
		say.Waiting(api.Waiting{What: "unheard", Names: []string{"Ada", "ana"}, Devices: []string{"ana"}}) + "; " + say.Waiting(api.Waiting{What: "accept", Names: []string{"Ada"}, Devices: []string{"ana"}}): "waiting to hear from ana; waiting for ana to agree to go on",
		say.Waiting(api.Waiting{What: "move", Names: []string{"Ada"}, Devices: []string{"ana"}}):                                                                                                               "Ada is to play",
		say.Waiting(api.Waiting{What: "guilty", Names: []string{"ben"}}) + "; " + say.Waiting(api.Waiting{What: "violated"}):                                                                                   "stopped: ben at fault; stopped: somebody broke a rule, as the hand's cards show",
		say.Waiting(api.Waiting{What: "left", Names: []string{"ben"}}) + "; " + say.Waiting(api.Waiting{What: "stuck", Detail: "x"}):                                                                           "ben left: this hand cannot go on; this node cannot go on: x",
		say.Waiting(api.Waiting{What: "unheard", Names: []string{"ben"}}) + "; " + say.Waiting(api.Waiting{}):                                                                                                  "waiting to hear from ben; ",
		say.Fault("nobody", "two records for one step"):                                                                                                                                                        `"nobody" is at fault: two records for one step`,
		say.Away(api.Seat{}, noon) + "; " + say.Away(api.Seat{Away: &time.Time{}}, noon):                                                                                                                       "away; away",
		say.Away(away(89*time.Second), noon) + "; " + say.Away(away(-1), noon):                                                                                                                                 "away for 89 s; away for 0 s",
		say.Away(away(90*time.Second), noon) + "; " + say.Away(away(time.Hour), noon):                                                                                                                          "away for 1 min; away for 60 min",
		say.IsAway(away(7*time.Second), noon) + "; " + say.IsAway(asleep(7*time.Second), noon):                                                                                                                 "ben is away for 7 s; ben's device is asleep for 7 s",
		say.CoverSoon(away(1), 12*time.Second, false) + "; " + say.CoverSoon(asleep(1), 0, false):                                                                                                              "ben's device is silent; the others play for ben in 12 s; ben's device is asleep; the others play for ben now",
		say.CoverSoon(away(1), 45*time.Second, true):                                                                                                                                                           "ben's device is silent; the hand is dealt without ben in 45 s",
		say.Impatient("ben", true) + "; " + say.Impatient("ben", false):                                                                                                                                        "deal without ben; don't wait",
		say.Waiting(api.Waiting{What: "seal", Names: []string{"ben"}}):                                                                                                                                         "the hand is about to begin: waiting for ben's device",
		say.Waiting(api.Waiting{What: "shares", Names: []string{"ben"}, Why: rules.Cover}):                                                                                                                     "the card that the others play is being opened: waiting for ben's device",
		say.OnlyHeardBy(api.Seat{Name: "ben", OnlyHeardBy: "eve"}) + "; " + say.FalseVotes("eve"):                                                                                                              "only eve's device hears ben; eve's device keeps saying that others are away who are here",
		say.Unvoted(api.Seat{Name: "ben", Unvoted: []string{"eve"}}) + "; " + say.Unvoted(api.Seat{Name: "ben", Unvoted: []string{"dan", "eve"}}):                                                              "eve's device does not say whether ben is away; dan's and eve's devices do not say whether ben is away",
		say.Lacks("ben") + "; " + say.Slept("ben"):                                                                                                                                                             "ben's device lacks the key of this hand; ben slept through the deal; the others play this hand for ben",
		say.CoverTerm(api.Table{}) + "; " + say.CoverTerm(api.Table{Summary: api.Summary{Cover: true}}) + "; " + say.CoverTerm(api.Table{Summary: api.Summary{Cover: true, NoCover: api.FewNodes}}):            "; the others play on when a device is away; cover needs four devices: the table waits for whoever is away",
		say.Event(api.Event{Kind: api.EventCover, What: api.Again, Names: []string{"ben", "cleo"}}).String():                                                                                                   "ben and cleo were both voted away: nobody is covered, both owe it again",
		say.Event(api.Event{Kind: api.EventCover, What: api.Again, Names: []string{"ben", "nobody", "dan"}}).String():                                                                                          `ben, "nobody" and dan were all voted away: nobody is covered, all owe it again`,
		say.Event(api.Event{Kind: api.EventCards, What: "cover", Name: "ben"}).String() + "; " + say.Event(api.Event{Kind: api.EventCards, What: "cover", Name: "ben", Yours: true}).String():                  "the card that the others play for ben was opened; the card that the others play for you was opened",
		say.Event(api.Event{Kind: api.EventAway, What: api.Lacks, Name: "ben"}).String():                                                                                                                       "ben's device lacks the key of this hand",
		say.Sentence(say.YouSlept):                                              "You slept through the deal: the others play this hand for you. You are in again at the next.",
		say.Span(35*time.Hour) + "; " + say.Span(50*time.Hour):                  "35 h; 2 days",
		say.Rank(card.Card{Rank: 10, Suit: card.Clubs}) + say.Suits[card.Clubs]: "10♣",
		say.Rank(card.Card{Rank: 12, Suit: card.Plain}) + say.Suits[card.Plain]: "12",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestEndedInWords: a game of the past has its day, as its reader counts days, and its result.
func TestEndedInWords(t *testing.T) {
	tokyo := time.FixedZone("", 9*3600)
	now := time.Date(2026, 11, 25, 2, 0, 0, 0, tokyo)
	at := func(t time.Time) uint64 { return uint64(t.Unix()) }
	for _, tt := range []struct {
		summary api.Summary
		want    string
	}{
		{api.Summary{Seats: []api.Seat{{Name: "ana"}}, Winners: []string{"ana"}, Time: at(now.Add(-time.Hour))}, "today: you won"},
		{api.Summary{Seats: []api.Seat{{Name: "ana"}}, Winners: []string{"ben"}, Time: at(now.Add(-3 * time.Hour))}, "24 November: won by ben"},
		{api.Summary{Winners: []string{}, Time: at(now.AddDate(-1, 0, 0))}, "25 November 2025: nobody has won"},
		{api.Summary{Winners: []string{"ben"}}, "won by ben"},
		{api.Summary{Winners: []string{"ben"}, Time: math.MaxUint64}, "1 January 10000: won by ben"},
	} {
		if got := say.Ended(tt.summary, now); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
	if got := say.Finals(api.Summary{Seats: []api.Seat{{Name: "ana", Score: 3}, {Name: "nobody", Score: -4}}, Seat: -1}); got != `ana 3, "nobody" -4` {
		t.Errorf("%q", got)
	}
}
