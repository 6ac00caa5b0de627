package record

import (
	"crypto/ed25519"
	"errors"
	"fmt"

	"fives/engine/rules"
)

// Kind names what a record states and so the type of its body.
type Kind string

// The kinds of records. Roster, Accept, Seal, Key, Stack, Proof, Shares, Move and
// Receipt are owed in steps; Proposal and Join come before there are seats; Leave is a
// notice. Away, Here and Complaint are about the seat of another node (SPEC §10).
const (
	KindProposal Kind = "proposal" // a [Proposal]
	KindJoin     Kind = "join"     // a [Join]
	KindRoster   Kind = "roster"   // an [Empty]: the head that it names fixes the joins and their order
	KindAccept   Kind = "accept"   // a [Continuation]
	KindSeal     Kind = "seal"     // a [SealingKey]
	KindKey      Kind = "key"      // a [HandKey]
	KindStack    Kind = "stack"    // a [Stack]
	KindProof    Kind = "proof"    // a [Proof]
	KindShares   Kind = "shares"   // a [Shares]
	KindMove     Kind = "move"     // a [Move]
	KindReceipt  Kind = "receipt"  // a [Receipt]
	KindLeave    Kind = "leave"    // a [Leave], as a notice

	KindAway      Kind = "away"      // an [Away]
	KindHere      Kind = "here"      // a [Here]
	KindComplaint Kind = "complaint" // a [Complaint]
)

// Known reports whether a kind is one of these. Of any other, programs say no more than that: it
// is a text that somebody made up.
func (k Kind) Known() bool {
	switch k {
	case KindProposal, KindJoin, KindRoster, KindAccept, KindSeal, KindKey, KindStack, KindProof,
		KindShares, KindMove, KindReceipt, KindLeave, KindAway, KindHere, KindComplaint:
		return true
	}
	return false
}

// LatestTime is the last second of the year 9999. No proposal may claim a later time.
// Programs that show the time of any other record have to check it themselves.
const LatestTime = 253402300799

// A Proposal opens a table. Its record has step 0 and the zero table and head;
// the head after it is the table ID.
type Proposal struct {
	Game    string         `cbor:"game"`
	Options map[string]any `cbor:"options"` // every option of the game
	Seats   uint64         `cbor:"seats"`
	HouseRules
	Nonce Hash   `cbor:"nonce"` // 32 random bytes
	Time  uint64 `cbor:"time"`  // claimed, seconds since 1970 UTC
}

// HouseRules hold at a table whatever its game, from its proposal through all continuations.
type HouseRules struct {
	Private    bool   `cbor:"private"`
	Spectators bool   `cbor:"spectators"`
	TurnLimit  uint64 `cbor:"turn-limit"`      // seconds, 0 for none
	Cover      string `cbor:"cover,omitempty"` // "" or [CoverAll]
}

// CoverAll is the cover of a table at which all other nodes hold the pieces of each hand
// key, and together cover for a seat whose node is away (SPEC §10).
const CoverAll = "all"

// Covers reports whether the others cover for a seat whose node is away.
func (h HouseRules) Covers() bool { return h.Cover == CoverAll }

// Check refuses house rules that no table may have (SPEC §5.1).
func (h HouseRules) Check() error {
	if h.TurnLimit > maxTurnLimit {
		return errors.New("a turn limit of more than a day")
	}
	if h.Cover != "" && h.Cover != CoverAll {
		return fmt.Errorf("unknown cover %q", h.Cover)
	}
	return nil
}

const maxTurnLimit = 24 * 60 * 60

// A Join asks for a seat at step 1, naming the table as table and as head.
type Join struct {
	Name string `cbor:"name"` // a claim (SPEC §3)
	// Host and Certificate are set for a computer player (see [CertifyBot]).
	Host        *Key                         `cbor:"host,omitempty"`
	Certificate *[ed25519.SignatureSize]byte `cbor:"certificate,omitempty"`
}

// A Player is a seat of a continuation. It has the key, name and host that it had at the
// parent table, or those of a newcomer.
type Player struct {
	Key  Key    `cbor:"key"`
	Name string `cbor:"name"`
	Host *Key   `cbor:"host,omitempty"`
}

// A Continuation goes on from a settled hand of a parent table, with some or all of its
// seats, which may change hands. All of it follows from the parent's log, the seats, and
// who takes them over.
type Continuation struct {
	Parent  Hash           `cbor:"parent"`
	Head    Hash           `cbor:"head"` // of the parent when the hand was settled
	Players []Player       `cbor:"players"`
	From    []int          `cbor:"from"` // for each player, its seat at the parent table
	Game    string         `cbor:"game"`
	Options map[string]any `cbor:"options"`
	HouseRules
	Carry   rules.Carry `cbor:"carry"` // carry.Hands is the number of the hand
	Attempt uint64      `cbor:"attempt,omitempty"`
}

// MaxAttempt is the greatest number of an attempt to change hands (SPEC §5.3).
const MaxAttempt = 15

// Empty is the body of a record whose kind and head say everything.
type Empty struct{}

// A SealingKey publishes, with a proof of possession, the key from which a seat makes the
// pieces of its hand key.
type SealingKey struct {
	Key   []byte `cbor:"key"`   // 32 bytes
	Proof []byte `cbor:"proof"` // crypto/SPEC §3
}

// A HandKey publishes a seat's key for a hand with a proof of possession and, in a hand
// with sealing keys, commitments to its pieces.
type HandKey struct {
	Key    []byte `cbor:"key"`              // 32 bytes
	Proof  []byte `cbor:"proof"`            // crypto/SPEC §3
	Pieces []byte `cbor:"pieces,omitempty"` // 32 bytes for each holder (crypto/SPEC §9)
}

// A Stack is one seat's turn in a shuffle.
type Stack struct {
	Stack []byte `cbor:"stack"` // 64 bytes a mask, top first
}

// A Proof shows that the seat's stack is a shuffle of the one before it.
type Proof struct {
	Proof []byte `cbor:"proof"` // crypto/SPEC §6
}

// Shares are a seat's shares for the slots it owes, in the order in which the
// step names them.
type Shares struct {
	Shares []byte `cbor:"shares"` // 32 bytes a share
	Proof  []byte `cbor:"proof"`  // crypto/SPEC §4, one for all
}

// A Move is a decision. Shares are the mover's shares of the cards that are not public yet,
// in order: of those named, and of those that the move shows besides.
type Move struct {
	Text   string   `cbor:"text"`
	Cards  []uint64 `cbor:"cards"`  // slots
	Shares []byte   `cbor:"shares"` // 32 bytes a share
	Proof  []byte   `cbor:"proof"`  // empty without shares
}

// A Receipt attests a settled hand. All but the time follows from the log.
type Receipt struct {
	Hand       uint64      `cbor:"hand"`
	Points     []int64     `cbor:"points"`
	Scores     []int64     `cbor:"scores"`
	Violations []Violation `cbor:"violations"`
	Time       uint64      `cbor:"time"` // claimed, seconds since 1970 UTC
}

// A Violation is a hidden-card rule that a seat broke with its move of a step.
type Violation struct {
	Seat uint64 `cbor:"seat"`
	Step uint64 `cbor:"step"`
	Rule string `cbor:"rule"`
}

// A Leave says that its author signs nothing more at the table.
type Leave struct {
	Time uint64 `cbor:"time"` // claimed, seconds since 1970 UTC
}

// An Away says that its author's node does not hear from the node of a seat, and has no
// record of that seat for the step. If the seat owes shares, the vote carries the author's
// covering shares.
type Away struct {
	Shares []byte `cbor:"shares"` // 32 bytes a share
	Proof  []byte `cbor:"proof"`  // crypto/SPEC §4; empty without shares
}

// A Here answers an [Away] with the record that the seat has signed for the step.
type Here struct {
	Payload   []byte                      `cbor:"payload"`
	Signature [ed25519.SignatureSize]byte `cbor:"signature"`
}

// A Complaint shows that the commitment to the author's piece, in the record of a seat's
// hand key, is false.
type Complaint struct {
	Record Hash   `cbor:"record"` // SHA-256 of the payload of that record
	Point  []byte `cbor:"point"`  // 32 bytes (crypto/SPEC §9)
	Proof  []byte `cbor:"proof"`  // crypto/SPEC §4
}

// Decode reads a body of type T strictly.
func Decode[T any](p Payload) (T, error) {
	var body T
	if err := Unmarshal(p.Body, &body); err != nil {
		return body, fmt.Errorf("%s: %w", p.Kind, err)
	}
	return body, nil
}
