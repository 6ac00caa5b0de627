package discovery

import "fives/engine/record"

// CleanName makes a nickname from anywhere fit to be shown, and to sit at a
// table. The rest may be empty.
func CleanName(s string) string { return record.CleanName(s) }
