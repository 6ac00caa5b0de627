package replica

import "fives/p2p/replica/output"

// What the caller has to do: see package output.
type (
	Output = output.Output
	Save   = output.Save
	Secret = output.Secret
	Note   = output.Note
	Said   = output.Said
	Chosen = output.Chosen
	Fold   = output.Fold
)
