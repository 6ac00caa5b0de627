package discovery

import "fives/engine/record"

// CleanName returns what of an untrusted nickname is fit to be shown, and to be used at a table. That may
// be "".
func CleanName(s string) string { return record.CleanName(s) }
