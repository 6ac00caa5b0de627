//go:build !js

package cores

// Rest does nothing here: other goroutines have their own turns.
func Rest() {}
