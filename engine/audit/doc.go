// Package audit checks finished logs. It needs the rules of the games and
// nothing else: no network, no daemon, no secret.
//
// With [Options].Parallel, [VerifyFile] and [Verify] look ahead: the table is rebuilt
// from claims that are assumed (package ahead), and all proofs are verified beside it,
// in groups. A log with which anything at all is wrong is then judged from its
// beginning, record by record, so what is said of it does not depend on that.
//
// [ReadLog] reads a log or evidence file strictly. [Verify] rebuilds the table
// from its records and stops at the first bad one. What it then says is chosen
// with care (SPEC §8 and §9): an [AlteredError] when nobody's
// signature proves who is to blame, a [BlameError] when its author's own
// signature does. Broken hidden-card rules stop nothing; they stand in the
// [Report]. [VerifyChain] checks several logs that continue each other.
// [Evidence] makes the file that proves a fault by itself.
//
//	records, err := audit.ReadLog(f)
//	report, err := audit.Verify(records, games.Find, audit.Options{})
//
// The formats and the procedure are engine/SPEC.md §6 and §9. It proves what
// keys have signed; whose keys they are, [Report.Pin] lets the caller say.
package audit
