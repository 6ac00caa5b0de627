//go:build !windows

package cli

import (
	"os"
	"syscall"
)

// endSignals ask the program to end in an orderly way.
var endSignals = []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}
