package discovery

import "fives/engine/nickname"

// CleanName makes a nickname from anywhere fit to be shown, and to sit at a
// table. The rest may be empty.
func CleanName(s string) string { return nickname.Clean(s) }
