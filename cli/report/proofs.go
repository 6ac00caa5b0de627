package report

import (
	"fmt"
	"strings"

	"fives/engine/story"
)

// A proof is a kind of statement that was checked.
type proof struct {
	Key   string // the key in a verdict (JSON.md)
	Count int
	What  string
	Means string
}

func proofs(s *story.Story) []proof {
	n := s.Report.Checked
	list := []proof{
		{"signatures", n.Signatures, "signatures", "Ed25519, one for each of the " + count(n.Records, "record") + " and each computer player’s certificate. Nobody else can have written them, and none can be changed, left out or moved without the next ones failing."},
		{"keys", n.Keys, "hand keys", "Fresh for every hand, each with a proof that its owner knows the secret half (Schnorr)."},
		{"shuffles", n.Shuffles, "shuffles", "Every seat in turn shuffled the whole stack, and proved that no card was added, lost or exchanged, without showing the order (Bayer–Groth)."},
		{"shares", n.Shares, "shares of locks", fmt.Sprintf("Each opens a card by one seat’s part, proved to fit that seat’s hand key (%s, Chaum–Pedersen).", count(n.Openings, "proof"))},
		{"moves", s.Report.Moves, "moves", "Each was allowed by the rules, with cards that its player really held; the rules about hidden cards follow from the cards as they were shown."},
		{"receipts", n.Receipts, "receipts", "Signatures under the result of a hand, by those who played it."},
	}
	if n.Seals > 0 {
		list = append(list,
			proof{"seals", n.Seals, "sealing keys", "With them each player’s hand key was shared out among all the others’ devices, each key with a proof that its owner knows the secret half (Schnorr)."},
			proof{"pieces", n.Pieces, "pieces of hand keys", "Commitments to what each device has of the others’ keys: they add up to the key."},
			proof{"votes", n.Votes, "votes that somebody is away", "Where all other devices have signed one, they acted for the player together: they gave the shares, and moved by the rules, without looking at the hand."})
	}
	return list
}

// A verdict says how the log stands, in one word and in sentences.
type verdict struct {
	Class string // good, open or bad
	Word  string // what may be said once this browser has found the same
	Lines []string
}

func judge(stories []*story.Story) verdict {
	v := verdict{Class: "good", Word: "Every record checked and good"}
	for _, s := range stories {
		r := s.Report
		if r.Isolated && !r.Continued {
			v.open("A player was cut off at this table. What counts is the log in which the others went on.")
		}
		if s.Blame != nil {
			v.bad("Proof of a fault", s.Blame.Error()+". Up to that record everything is good.")
		}
		for _, b := range r.Violations() {
			v.bad("A rule was broken", b.String()+". It shows from the cards, as they lay open when the hand was over. The score stands as the players signed it.")
		}
		if len(r.Unfinished) > 0 && !r.Elsewhere() && s.Blame == nil {
			v.open("The game is not finished: " + strings.Join(r.Unfinished, ", ") + ".")
		}
		if r.Orphan {
			v.open("The table that this game goes on from was not at hand: what it begins with are claims of those who play it, and who sat there before is in the log of that table.")
		}
	}
	if len(v.Lines) == 0 {
		v.Lines = []string{"The program that made this page found all signatures, keys, shuffles, opened cards, moves and results of this log good. This browser has not looked at any of them yet."}
	}
	return v
}

func (v *verdict) bad(word, line string) {
	if v.Class != "bad" {
		v.Class, v.Word = "bad", word
	}
	v.Lines = append(v.Lines, line)
}

func (v *verdict) open(line string) {
	if v.Class == "good" {
		v.Class, v.Word = "open", "Good as far as it goes"
	}
	v.Lines = append(v.Lines, line)
}
