package guest

import (
	"fives/cli/signed"
	"fives/cli/wasm"
)

// Alone is whether this program can be offered to others.
var Alone = alone

// LikeRelease is whether a program may be of a release.
var LikeRelease = likeRelease

// SetMaintainers has others sign releases than those of the tree.
func (p *Pages) SetMaintainers(s signed.Signers) { p.maintainers = s }

// SetPrograms has other programs for browsers than were built into this one.
func (p *Pages) SetPrograms(find func(name string) (wasm.Program, error)) { p.programs = find }
