package contract

import (
	"fives/cli/shown"
	"fives/engine/rules"
	"fives/p2p/api"
)

// A Case is an event, and what a front end tells of it.
type Case struct {
	Event api.Event
	Text  string // "" if it is not told
	Tone  shown.Tone
	Where Where
	// Elsewhere is what is shown while another table, or none, is on the screen.
	Elsewhere string
	Command   string // what a command adds, and nobody else
}

// Where says where an event is told.
type Where int

// Places.
const (
	Nowhere Where = iota
	Heard         // it is read aloud; a screen shows it otherwise, if at all
	Story         // a line of the story of its table
	Shown         // the same, and to be seen there even without room for the story
	Passing       // as progress
)

// Room reports whether a television tells it, too: what is of the game and of everybody, and is to be
// read from afar.
func (c Case) Room() bool {
	switch c.Event.Kind {
	case api.EventSettled, api.EventReason, api.EventWarning, api.EventWatch:
		return false
	case api.EventHandover:
		return c.Event.What == api.Asked || c.Event.What == api.ChangedHands
	}
	return c.Where == Story || c.Where == Shown
}

// Table is the ID of the table at which everything happens.
const Table = "7fa80da0aaaa"

var (
	wish   = api.Handover{Seat: "Ada", SeatBotOf: "ana", To: "zoe", Asked: true, Score: 34, Waits: []string{"ana"}}
	door   = &api.Handover{Seat: "Ada", To: "zoe"}
	missed = []api.Played{{Name: "ben", Move: "end"}}
	hand   = &api.Hand{Sheet: api.Sheet{Number: 2, Points: map[string]int{"ana": 3, "ben": -1}, Scores: map[string]int{"ana": 10, "ben": 7}}}
	newKey = api.Warning{Code: api.WarnNewKey, Name: "ben", Known: "ben", Fingerprint: "1234"}
)

const wants = "zoe would like to play, and would take the seat of Ada, a computer player of ana's, with 34 points, from the next hand on"

// News lists one event of each kind and of each word for what happened. The table of each is
// [Table], unless it has none.
func News() []Case {
	all := []Case{
		{api.Event{Kind: api.EventStarted, Title: "Five", Names: []string{"ana", "ben"}}, "Five begins with ana, ben", shown.Good, Story, "", ""},
		{api.Event{Kind: api.EventLot, Name: "ana", Game: "five"}, "ana was drawn by lot to start the first hand", shown.Told, Story, "", ""},
		{api.Event{Kind: api.EventShuffle, Name: "ana"}, "ana shuffled", shown.Calm, Passing, "", ""},
		{api.Event{Kind: api.EventCards, What: string(rules.Draw)}, "a card was drawn", shown.Told, Heard, "", ""},
		{api.Event{Kind: api.EventCards, What: string(rules.Cover), Name: "ben"}, "the card that the others play for ben was opened", shown.Told, Story, "", ""},
		{api.Event{Kind: api.EventMove, Name: "ana", Game: "five", Move: "end"}, "ana ended the hand", shown.Told, Story, "", ""},
		{api.Event{Kind: api.EventMove, Name: "ana", Game: "five", Move: "end", Yours: true}, "you ended the hand", shown.Told, Story, "", ""},
		{api.Event{Kind: api.EventMove, Name: "ana", Game: "five", Move: "end", Late: true}, "ana ended the hand (the time had run out)", shown.Told, Story, "", ""},
		{api.Event{Kind: api.EventMove, Name: "ana", Game: "five", Move: "end", StandIn: true}, "for ana the others ended the hand", shown.Told, Story, "", ""},
		{api.Event{Kind: api.EventTurn, Name: "ben"}, "ben is to play", shown.Told, Heard, "", ""},
		{api.Event{Kind: api.EventTurn, Name: "ana", Yours: true}, "it is your turn", shown.Good, Heard, "it is your turn at one of your tables", ""},
		{api.Event{Kind: api.EventSettled, Names: []string{"ana", "ben"}, Hand: hand}, "hand 2 is counted: ana +3 makes 10, ben -1 makes 7", shown.Good, Story, "", ""},
		{api.Event{Kind: api.EventReason, Name: "Ada", Text: "ends: 4 points"}, "Ada's last move: ends: 4 points", shown.Told, Story, "", ""},
		{api.Event{Kind: api.EventOver, Name: "ana", Names: []string{"ben"}}, "the game is over: ben won", shown.Good, Story, "", ""},
		{api.Event{Kind: api.EventLeft, Name: "ben"}, "ben has left the table", shown.Bad, Story, "", ""},
		{api.Event{Kind: api.EventLeft, What: api.Withdrawn, Name: "ben"}, "ben said no: the table does not begin", shown.Told, Story, "ben said no: the table does not begin", ""},
		{api.Event{Kind: api.EventChat, Name: "ben", Text: "hi", Fingerprint: "1234"}, "ben hi", shown.Told, Shown, "", ""},
		{api.Event{Kind: api.EventWarning, Warning: newKey}, "ben: a new key, 1234: you know another ben", shown.Bad, Story, "", ""},
		{api.Event{Kind: api.EventTable}, "", shown.Calm, Nowhere, "", ""},
		{api.Event{Kind: api.EventNow}, "", shown.Calm, Nowhere, "", ""},
		{api.Event{Kind: "newer", Text: "what only a newer daemon tells"}, "what only a newer daemon tells", shown.Calm, Nowhere, "", ""},
		{api.Event{Kind: api.EventOnward, What: api.Rematch, Name: "ben"}, "ben wants to play again", shown.Told, Story, "ben wants to play again", "fives rematch 7fa80da0"},
		{api.Event{Kind: api.EventOnward, What: api.Continue, Name: "ben", From: 4, Names: []string{"ana", "ben"}}, "ben wants to go on from hand 4 with ana, ben", shown.Told, Story, "ben wants to go on from hand 4 with ana, ben", "fives continue 7fa80da0"},
		{api.Event{Kind: api.EventWatch, What: api.Here, Name: "zoe", Fingerprint: "1234"}, "zoe (1234) watches the table", shown.Calm, Story, "", ""},
		{api.Event{Kind: api.EventWatch, What: api.Gone, Name: "zoe", Fingerprint: "1234"}, "zoe (1234) does not watch any more", shown.Calm, Story, "", ""},
	}
	all = append(all, faults...)
	all = append(all, atDoor...)
	all = append(all, handovers...)
	for i := range all {
		all[i].Event.Table = Table
	}
	return append(all, nodes...)
}

// faults are about who is at fault, away or back.
var faults = []Case{
	{api.Event{Kind: api.EventFault, What: api.Guilty, Name: "ben", Text: "two records for one step"}, "ben is at fault: two records for one step", shown.Bad, Story, "", ""},
	{api.Event{Kind: api.EventFault, What: api.Branch, Names: []string{"ben"}}, "ben has signed two different games: what stands is what all who played have signed, not what was shown before", shown.Bad, Story, "", ""},
	{api.Event{Kind: api.EventFault, What: api.Stuck, Text: "the disk is full"}, "this node cannot go on: the disk is full", shown.Bad, Story, "", ""},
	{api.Event{Kind: api.EventAway, What: api.Away, Name: "ben"}, "ben is away", shown.Told, Story, "", ""},
	{api.Event{Kind: api.EventAway, What: api.Asleep, Name: "ben"}, "ben's device is asleep", shown.Told, Story, "", ""},
	{api.Event{Kind: api.EventAway, What: api.Lacks, Name: "ben"}, "ben's device lacks the key of this hand", shown.Told, Story, "", ""},
	{api.Event{Kind: api.EventAway, What: api.Twice, Name: "ben"}, "ben runs twice: waiting", shown.Told, Story, "", ""},
	{api.Event{Kind: api.EventAway, What: api.Back, Name: "ben"}, "ben is back", shown.Calm, Story, "", ""},
	{api.Event{Kind: api.EventAway, What: api.Refetched}, "a table that the store had lost is fetched again from the others", shown.Calm, Story, "", ""},
	{api.Event{Kind: api.EventCover, What: api.Covered, Name: "ben"}, "the others play for ben", shown.Told, Story, "", ""},
	{api.Event{Kind: api.EventCover, What: api.Again, Names: []string{"ben", "cleo"}}, "ben and cleo were both voted away: nobody is covered, both owe it again", shown.Told, Story, "", ""},
	{api.Event{Kind: api.EventCover, What: api.Returned, Name: "ben", Missed: missed}, "ben plays again; the others played 1 turn for ben", shown.Calm, Story, "", ""},
	{api.Event{Kind: api.EventCover, What: api.Returned, Name: "ben", Game: "five", Yours: true, Missed: missed}, "you were away for 1 turn; the others played for you: ended the hand", shown.Calm, Story, "", ""},
	{api.Event{Kind: api.EventCover, What: api.Overtaken, Yours: true}, "the others went on without this device: what it showed meanwhile does not stand", shown.Told, Story, "", ""},
}

// atDoor are about tables that have not begun, and seats that this node asks for.
var atDoor = []Case{
	{api.Event{Kind: api.EventLobby, What: api.Taken, Names: []string{"ana", "ben"}, Seats: 3}, "2 of 3 seats are taken: ana, ben", shown.Told, Heard, "", ""},
	{api.Event{Kind: api.EventLobby, What: api.NewCode, Code: "271828"}, "somebody has been guessing the code; the new one is 271828", shown.Told, Heard, "somebody has been guessing the code; the new one is 271828", ""},
	{api.Event{Kind: api.EventLobby, What: api.WrongCode, Name: "zoe", Fingerprint: "1234"}, "zoe (1234) has tried a wrong code; if you want them at the table, tell them the code once more", shown.Told, Heard, "zoe (1234) has tried a wrong code; if you want them at the table, tell them the code once more", ""},
	{api.Event{Kind: api.EventLobby, What: api.Smaller, Was: "abcdef0123", Seats: 3}, "the table has 3 seats now (7fa80da0): it begins when all are back", shown.Told, Heard, "", ""},
	{api.Event{Kind: api.EventLobby, What: api.Reopened, Was: "abcdef0123"}, "the table is open again (7fa80da0)", shown.Told, Heard, "", ""},
	{api.Event{Kind: api.EventLobby, What: api.Moved, Was: "abcdef0123"}, "the host was restarted, and the table is open again (7fa80da0)", shown.Told, Heard, "", ""},
	{api.Event{Kind: api.EventLobby, What: api.Moved, Was: "abcdef0123", Handover: door}, "the game goes on at another table (7fa80da0); you ask for the seat of Ada there", shown.Told, Heard, "", ""},
	lost(api.Withdrawn, nil, "the host has withdrawn the table", ""),
	lost(api.Changed, nil, "the host has changed the table", ""),
	lost(api.Refused, nil, "the host refuses: no", ""),
	lost(api.Closed, nil, "the table is not open any more", ""),
	lost(api.NeedsCode, nil, "the seat is lost, and the table needs its code again", "fives join 7fa80da0 --code CODE"),
	lost(api.Changed, door, "you do not get the seat of Ada: somebody else has it, or the table is another one by now", ""),
	lost(api.NeedsCode, door, "you do not get the seat of Ada: the table needs its code again", "fives join 7fa80da0 --seat NAME --code CODE"),
}

// lost is that this node has lost the seat that it asked for.
func lost(what string, wish *api.Handover, text, command string) Case {
	return Case{api.Event{Kind: api.EventLobby, What: what, Handover: wish, Text: "no"}, text, shown.Bad, Heard, text, command}
}

// handovers are about seats that change hands.
var handovers = []Case{
	{api.Event{Kind: api.EventHandover, What: api.Asked, Name: "zoe", Handover: &wish}, wants, shown.Told, Story, "", ""},
	{api.Event{Kind: api.EventHandover, What: api.Asked, Name: "zoe", Handover: &wish, Yours: true}, wants, shown.Good, Story, wants, "fives seat agree"},
	{api.Event{Kind: api.EventHandover, What: api.Offered, Name: "zoe", Handover: &wish}, wants, shown.Told, Story, "", ""},
	{api.Event{Kind: api.EventHandover, What: api.Agreed, Name: "ana", Handover: &wish}, "ana agrees: zoe takes Ada's seat", shown.Told, Story, "", ""},
	{api.Event{Kind: api.EventHandover, What: api.TakenBack, Name: "ana", Handover: &wish}, "ana does not agree any more: zoe takes Ada's seat", shown.Told, Story, "", ""},
	{api.Event{Kind: api.EventHandover, What: api.Dropped, Name: "zoe", Handover: &wish}, "zoe does not ask for Ada's seat any more", shown.Told, Story, "", ""},
	{api.Event{Kind: api.EventHandover, What: api.PutOff, Name: "zoe", Names: []string{"ben"}, Handover: &wish}, "zoe takes Ada's seat after the next hand: ben's device did not sign in time", shown.Told, Story, "", ""},
	{api.Event{Kind: api.EventHandover, What: api.InVain, Name: "zoe", Handover: &wish}, "zoe cannot take Ada's seat at this table any more: it was tried 16 times, and not every device has signed. Somebody else can take it, or go on without Ada", shown.Told, Story, "", ""},
	{api.Event{Kind: api.EventHandover, What: api.Void, Name: "ben", Handover: &wish}, "ben is here, so whoever had agreed is asked again: zoe takes Ada's seat", shown.Told, Story, "", ""},
	{api.Event{Kind: api.EventHandover, What: api.ComeAndGo}, "somebody asks for seats and takes that back, again and again; only who goes on asking is told", shown.Told, Story, "", ""},
	{api.Event{Kind: api.EventHandover, What: api.LeftWith, Name: "Ada", Was: "ana"}, "Ada, a computer player of ana's, has left with ana", shown.Told, Story, "", ""},
	{api.Event{Kind: api.EventHandover, What: api.ChangedHands, Name: "zoe", Was: "Ada", From: 5}, "zoe has the seat of Ada from hand 5 on", shown.Good, Shown, "zoe has the seat of Ada from hand 5 on", ""},
	{api.Event{Kind: api.EventHandover, What: api.ChangedHands, Name: "ana", Was: "Ada", From: 5, Yours: true}, "you have the seat of Ada from hand 5 on", shown.Good, Shown, "you have the seat of Ada from hand 5 on", ""},
}

// nodes are about nodes, and about no table.
var nodes = []Case{
	{api.Event{Kind: api.EventPeer, What: api.Here, Name: "ben"}, `"ben" is here`, shown.Calm, Heard, "", ""},
	{api.Event{Kind: api.EventPeer, What: api.Here, Name: "ben", Warning: api.Warning{Code: api.WarnNewKey, Known: "ben", Fingerprint: "1234"}}, `"ben" is here (a new key, 1234: you know another ben)`, shown.Bad, Heard, "", ""},
	{api.Event{Kind: api.EventPeer, What: api.Here, Name: "ben", Warning: api.Warning{Code: api.WarnSlow}}, `"ben" is here (slow to answer)`, shown.Calm, Heard, "", ""},
	{api.Event{Kind: api.EventPeer, What: api.Gone, Name: "ben"}, `"ben" is gone`, shown.Calm, Heard, "", ""},
	{api.Event{Kind: api.EventPeer, What: api.OtherProtocol, Name: "ben", Protocol: 1, Ours: 2}, `"ben" is here, but speaks protocol version 1, this node speaks 2: its fives must be updated`, shown.Calm, Heard, "", ""},
	{api.Event{Kind: api.EventTwin, What: api.Here, Warning: api.Warning{Code: api.WarnElsewhere, Address: "192.168.1.7"}}, "you play on 192.168.1.7; this node only looks on, and signs nothing; to play on this one: fives up --here", shown.Bad, Heard, "", ""},
	{api.Event{Kind: api.EventTwin, What: api.Gone}, "your node runs nowhere else any more", shown.Calm, Heard, "", ""},
}
