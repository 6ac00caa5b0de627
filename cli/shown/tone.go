package shown

// A Tone is how loud something is told. Front ends give each tone one look.
type Tone int

// The tones.
const (
	Calm Tone = iota // for whoever looks for it
	Told             // to be read
	Good             // what players look forward to: a result, a beginning, their own turn
	// Bad is for what cannot be undone, and for somebody who may not be who their name says.
	// What may end by itself is never bad, and neither is a return.
	Bad
)
