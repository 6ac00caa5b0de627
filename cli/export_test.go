package cli

import "io"

// MainWith is Main with the randomness of the daemon's tables; nil is the
// system's.
func MainWith(rand io.Reader, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	s := newStreams(args, stdin, stdout, stderr)
	s.rand = rand
	return s.main()
}
