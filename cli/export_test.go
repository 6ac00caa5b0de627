package cli

import (
	"io"

	"fives/cli/console"
)

// MainWith is Main with the randomness of the daemon's tables; nil is the
// system's.
func MainWith(rand io.Reader, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return run(console.New(args, stdin, stdout, stderr), rand)
}
