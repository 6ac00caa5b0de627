package cpace_test

import (
	"crypto/rand"
	"fmt"

	"fives/crypto/cpace"
)

// Zoe has been told the code of Ana's table. Each learns that the other has it, and
// nobody in between learns what it is.
func Example() {
	config := func(role cpace.Role) cpace.Config {
		return cpace.Config{Role: role, ChannelID: []byte("table, zoe, ana"), SessionID: []byte("fresh random bytes of both")}
	}
	zoe, fromZoe, err := cpace.Start(config(cpace.Initiator), []byte("271828"), rand.Reader)
	if err != nil {
		panic(err)
	}
	ana, fromAna, err := cpace.Start(config(cpace.Responder), []byte("271828"), rand.Reader)
	if err != nil {
		panic(err)
	}
	atZoe, err := zoe.Finish(fromAna)
	if err != nil {
		panic(err)
	}
	atAna, err := ana.Finish(fromZoe)
	if err != nil {
		panic(err)
	}
	_, err = atAna.Verify(atZoe.Tag())
	fmt.Println("ana believes zoe:", err == nil)
	_, err = atZoe.Verify(atAna.Tag())
	fmt.Println("zoe believes ana:", err == nil)
	// Output:
	// ana believes zoe: true
	// zoe believes ana: true
}
