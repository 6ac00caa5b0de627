// Package ahead lets a table run ahead of the verification of its log. For whoever
// has a log that is most likely good, it is the fastest way to know: the table goes on
// from claims that are assumed (table.Claim), while other cores verify these
// claims, many proofs together. One core at a time goes on with the table. The work that
// needs no table is done side by side: to read records (package reading), and to verify
// claims (table.Proved, table.Signed). No core runs ahead of much more than it verifies
// next, so that memory stays bounded and a bad log is left soon.
//
// It finds out that something is wrong, not what: then the caller starts again with
// a new table, and checks record by record.
//
//	err := ahead.Run(parallel, nextRecord, func(r reading.Reading) (table.Claim, error) {
//		c, err := t.Claim(r)
//		if err == nil {
//			_, err = t.Apply(c.Assume())
//		}
//		return c, err
//	})
package ahead
