package story

import (
	"fmt"

	"fives/engine/record"
)

// A deed is a predicate for the records of a kind, for one seat and for several.
type deed struct{ one, several string }

// deeds has the predicates that need no data.
var deeds = map[record.Kind]deed{
	record.KindJoin:    {"took a seat", "took the seats"},
	record.KindRoster:  {"signed who sits where", "signed who sits where"},
	record.KindAccept:  {"agreed to go on from there", "agreed to go on from there"},
	record.KindSeal:    {"brought a sealing key for the hand", "brought sealing keys for the hand"},
	record.KindKey:     {"brought a key for the hand", "brought keys for the hand"},
	record.KindProof:   {"proved the shuffle", "proved their shuffles"},
	record.KindShares:  {"gave its shares", "gave their shares"},
	record.KindReceipt: {"signed the result", "signed the result"},
	record.KindLeave:   {"left the table", "left the table"},
}

// shuffles is the predicate of a stack.
func shuffles(stack int) string { return fmt.Sprintf("shuffled %d cards", stack) }

// gives is the predicate of shares.
func gives(shares int) string {
	if shares == 1 {
		return "gave 1 share"
	}
	return fmt.Sprintf("gave %d shares", shares)
}

// Sizes of what records hold, in bytes.
const (
	maskSize  = 64
	shareSize = 32
)

// Deed is the predicate of a sentence about one record, to follow its author's name; for
// a move it is the move's text. Names are those of the seats. [Story.Told] writes sentences
// about whole steps.
func Deed(p record.Payload, names []string) string {
	switch p.Kind {
	case record.KindAway:
		if body, err := record.Decode[record.Away](p); err == nil && len(p.About) == 1 && p.About[0] < uint64(len(names)) {
			about := record.ShowName(names[p.About[0]])
			if shares := len(body.Shares) / shareSize; shares > 0 {
				return fmt.Sprintf("said that %s was away, and %s for %s", about, gives(shares), about)
			}
			return fmt.Sprintf("said that %s was away", about)
		}
	case record.KindProposal:
		if body, err := record.Decode[record.Proposal](p); err == nil {
			return fmt.Sprintf("proposed %s for %d seats", body.Game, body.Seats)
		}
	case record.KindStack:
		if body, err := record.Decode[record.Stack](p); err == nil {
			return shuffles(len(body.Stack) / maskSize)
		}
	case record.KindShares:
		if body, err := record.Decode[record.Shares](p); err == nil {
			return gives(len(body.Shares) / shareSize)
		}
	case record.KindMove:
		if body, err := record.Decode[record.Move](p); err == nil {
			return body.Text
		}
	case record.KindReceipt:
		if body, err := record.Decode[record.Receipt](p); err == nil {
			return fmt.Sprintf("%s of hand %d", deeds[p.Kind].one, body.Hand)
		}
	default:
		return deeds[p.Kind].one
	}
	return string(p.Kind)
}
