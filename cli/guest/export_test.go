package guest

import "fives/cli/wasm"

// Alone is whether this program can be offered to others.
var Alone = alone

// SetPrograms has other programs for browsers than were built into this one.
func (p *Pages) SetPrograms(find func(name string) (wasm.Program, error)) { p.programs = find }
