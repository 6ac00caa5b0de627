package api

// buildID returns "": a program in a page cannot read itself.
func buildID() string { return "" }
