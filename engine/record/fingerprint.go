package record

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// Fingerprint is the short form of a key that people compare: the first 16
// hexadecimal digits of its SHA-256 in groups of four, as in
// "3fa1-09bc-77d2-e01f" (SPEC §2.1).
func Fingerprint(k Key) string {
	sum := sha256.Sum256(k[:])
	digits := hex.EncodeToString(sum[:8])
	var groups []string
	for ; digits != ""; digits = digits[4:] {
		groups = append(groups, digits[:4])
	}
	return strings.Join(groups, "-")
}
