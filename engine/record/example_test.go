package record_test

import (
	"crypto/ed25519"
	"fmt"

	"fives/engine/record"
)

// A record is signed once and then forwarded as it is. Whoever gets it opens it, which
// verifies the signature.
func ExampleSign() {
	key := ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))
	body, err := record.Marshal(record.Join{Name: "ana"})
	if err != nil {
		panic(err)
	}
	r, err := record.Sign(key, record.Payload{Version: record.Version, Step: 1, Kind: record.KindJoin, Body: body})
	if err != nil {
		panic(err)
	}

	p, err := r.Open()
	if err != nil {
		panic(err)
	}
	join, err := record.Decode[record.Join](p)
	fmt.Println(join.Name, "signs a", p.Kind, "record:", err)

	r.Payload[len(r.Payload)-1] ^= 1
	_, err = r.Open()
	fmt.Println("altered:", err != nil)
	// Output:
	// ana signs a join record: <nil>
	// altered: true
}

// A name that is easily taken for another one is shown with a warning.
func ExampleNamesAlike() {
	fmt.Println(record.NamesAlike("ana", "Aná"), record.NamesAlike("ana", "ben"))
	// Output: true false
}
