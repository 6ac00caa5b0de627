package shown

import (
	"context"

	"fives/crypto/cores"
)

// Until returns what long work calls again and again: it lets the rest of the program run
// ([cores.Rest]), and its error says that the work is to end, because ctx has.
func Until(ctx context.Context) func() error {
	return func() error {
		cores.Rest()
		return ctx.Err()
	}
}
