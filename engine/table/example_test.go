package table_test

import (
	"crypto/ed25519"
	"crypto/rand"
	"fmt"

	"fives/engine/games"
	"fives/engine/record"
	"fives/engine/seat"
	"fives/engine/table"
)

// Ana and Ben play a short game of Five. Each signs what the table says that they
// owe, and the log that comes of it is all that another replica needs. Here both
// share one replica; in the program each has its own, and engine/table never sees
// a secret.
func Example() {
	rs, err := games.Find("five")
	must(err)
	options, err := rs.Validate(2, map[string]any{"limit": 1})
	must(err)
	keys := make([]ed25519.PrivateKey, 2)
	for i := range keys {
		_, keys[i], err = ed25519.GenerateKey(rand.Reader)
		must(err)
	}

	// Ana proposes a table; both join it.
	proposal := signed(keys[0], record.Payload{Version: record.Version, Kind: record.KindProposal},
		record.Proposal{Game: rs.Name, Options: rs.Written(options), Seats: 2, Time: 1_750_000_000})
	id, _, _, err := table.OpenProposal(proposal, games.Find)
	must(err)
	var joins []record.Record
	for i, name := range []string{"ana", "ben"} {
		joins = append(joins, signed(keys[i], record.Payload{Version: record.Version, Table: id, Step: 1, Head: id, Kind: record.KindJoin},
			record.Join{Name: name}))
	}
	t, err := table.New(proposal, joins, games.Find)
	must(err)

	hands, observations := make([]seat.HandSecret, 2), make([]seat.FaceCache, 2)
	for len(t.Missing()) > 0 {
		for _, at := range t.Missing() {
			var body any
			if t.Pending().Kind == record.KindMove {
				body, err = seat.Move(t, at, hands[at], observations[at].Update(t, at, hands[at]), "end", rand.Reader)
			} else {
				body, hands[at], err = seat.Work(t, at, keys[at], hands[at], 1_750_000_001, rand.Reader)
			}
			must(err)
			r, err := seat.Record(t, at, keys[at], body)
			must(err)
			checked, err := t.Check(r) // verifies signature, proofs and rules
			must(err)
			_, err = t.Apply(checked)
			must(err)
		}
	}
	fmt.Println("over:", t.Over(), "after", len(t.Results()), "hand")
	fmt.Println("records in the log:", len(t.Log()))
	// Output:
	// over: true after 1 hand
	// records in the log: 22
}

func signed(key ed25519.PrivateKey, p record.Payload, body any) record.Record {
	b, err := record.Marshal(body)
	must(err)
	p.Body = b
	r, err := record.Sign(key, p)
	must(err)
	return r
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
