// Package audit checks finished logs. It needs the rules of the games and
// nothing else: no network, no daemon, no secret.
//
// With [Options].Parallel, [VerifyFile] and [Verify] look ahead: the table is rebuilt from
// assumed claims (package ahead), while all proofs are verified in groups. If anything at
// all is wrong with a log, it is then judged again from its beginning, record by record, so
// the verdict does not depend on looking ahead.
//
// [ReadLog] reads a log or evidence file strictly. [Verify] rebuilds the table from its
// records and stops at the first bad one. Its error is chosen with care (SPEC §8 and §9):
// an [AlteredError] if nobody's signature proves who is to blame, a [BlameError] if the
// author's own signature does. Broken hidden-card rules stop nothing; the [Report] lists
// them. [VerifyChain] checks several logs that continue each other. [Evidence] makes a file
// that is proof of a fault on its own.
//
//	records, err := audit.ReadLog(f)
//	report, err := audit.Verify(records, games.Find, audit.Options{})
//
// The formats and the procedure are engine/SPEC.md §6 and §9. A report proves what keys
// have signed; with [Report.Pin] the caller says whose keys they are.
package audit
