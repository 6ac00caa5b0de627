package cli

import "os"

// endSignals ask the program to end in an orderly way.
var endSignals = []os.Signal{os.Interrupt}
