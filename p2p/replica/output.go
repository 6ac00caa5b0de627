package replica

import (
	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/seat"
	"fives/engine/table"
)

// Output is the caller's work, in the order of PROTOCOL §5.6: first store, then send
// messages, then give the notes to people.
type Output struct {
	Save     Save
	Send     []Envelope
	Notes    []Note
	Penalize []Peer // peers that have sent what no honest node sends
}

// Add appends an output to be carried out after this one.
func (o *Output) Add(later Output) {
	if later.Save.Anew {
		o.Save.Anew, o.Save.Records, o.Save.Faults = true, nil, nil
	}
	o.Save.Records = append(o.Save.Records, later.Save.Records...)
	o.Save.Notices = append(o.Save.Notices, later.Save.Notices...)
	o.Save.Faults = append(o.Save.Faults, later.Save.Faults...)
	o.Save.Secrets = append(o.Save.Secrets, later.Save.Secrets...)
	o.Save.Said = o.Save.Said || later.Save.Said
	o.Send = append(o.Send, later.Send...)
	o.Notes = append(o.Notes, later.Notes...)
	o.Penalize = append(o.Penalize, later.Penalize...)
}

// addPenalty adds a peer to penalize.
func (o *Output) addPenalty(p Peer) { o.Penalize = append(o.Penalize, p) }

// addNote says that something happened.
func (o *Output) addNote(n Note) { o.Notes = append(o.Notes, n) }

// addMessage adds a message to send to a peer.
func (o *Output) addMessage(to Peer, m Message) {
	o.Send = append(o.Send, Envelope{To: to, Message: m})
}

// Save is what must be stored, in one transaction, before anything is sent.
type Save struct {
	Anew    bool // the stored records and faults are dropped first
	Records []record.Record
	Notices []record.Record
	Faults  []*table.Fault
	Secrets []Secret
	Said    bool // [Replica.OwnHandovers]
}

// Empty reports whether there is nothing to store.
func (s Save) Empty() bool {
	return len(s.Records)+len(s.Notices)+len(s.Faults)+len(s.Secrets) == 0 && !s.Said
}

// A Secret is a seat's secret state after the records of the same Save.
type Secret struct {
	Seat record.Key
	Hand seat.HandSecret
	Left bool
}

// A Note is something that happened, for the caller's event stream.
type Note struct {
	Fold   *Fold        // a step is complete
	Fault  *table.Fault // a fault was found
	Left   *int         // a seat left
	Branch *uint64      // from this step on the log is another one, because a seat has forked it
	Said   *Said        // a node says something
	Chosen *Chosen      // a computer player of this node's has moved
	Stuck  error        // this node cannot make a record that it owes
	PutOff bool         // seats were to change hands, and that has come to nothing in this hand
	Missed []record.Key // then those who had not signed, as far as that is known
	Vain   []Handover   // these have come to nothing so often that they are not tried again
	Void   *Handover    // whoever has the seat has done something, so this node's person has to agree again
}

// Said is a line of chat.
type Said struct {
	Node record.Key
	Text string
}

// Chosen says why a computer player of this node has made a move. It mentions the seat's
// own cards, so nobody may see it while these are hidden.
type Chosen struct {
	Step uint64
	Seat int
	rules.Choice
}

// A Fold is a completed step.
type Fold struct {
	Step    uint64
	Pending table.Pending // what it owed
	Results int           // settled hands after it
}
