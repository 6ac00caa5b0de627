package cli

import "os"

// endSignals ask the program to end in good order.
var endSignals = []os.Signal{os.Interrupt}
