// Package ahead lets a table run ahead of the verification of its log. That is the fastest
// way to verify a log that is most likely good: one core at a time applies records to the
// table and assumes their claims (table.Claim). The other cores do the work that needs no
// table: they read records ([table.Read]) and verify the claims, many proofs together,
// across steps and hands (table.Proved, table.Signed). The table runs no further ahead
// of what is verified than [Batches] says, in bytes and so in records, on however many cores:
// memory stays bounded, and a bad log is abandoned soon.
//
// A failed verification does not say which record is bad: the caller then starts again with
// a new table, and checks record by record.
//
//	err := ahead.Run(parallel, ahead.Hands, nextRecord, func(r table.Reading) (table.Claim, error) {
//		c, err := t.Claim(r)
//		if err == nil {
//			_, err = t.Apply(c.Assume())
//		}
//		return c, err
//	})
package ahead
