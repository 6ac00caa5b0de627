// Package ahead lets a table run ahead of the verification of its log. For whoever
// has a log that is most likely good, it is the fastest way to know: the table goes on
// from claims that are assumed (table.Claim), while other cores verify what was
// assumed, many proofs together. No core runs ahead of more than it verifies next, so
// that memory stays bounded and a bad log is left soon.
//
// It finds out that something is wrong, not what: then the caller starts again with
// a new table, and checks record by record.
//
//	err := ahead.Run(parallel, func() (c table.Claim, more bool, err error) {
//		r, more := nextRecord()
//		if !more {
//			return c, false, nil
//		}
//		if c, err = t.ClaimUnsigned(r); err == nil {
//			_, err = t.Apply(c.Assume())
//		}
//		return c, true, err
//	})
package ahead
