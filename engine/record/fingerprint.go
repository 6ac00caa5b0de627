package record

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// FingerprintDigits is the number of hexadecimal digits of a fingerprint.
const FingerprintDigits = 20

// Fingerprint is the short form of a key that people compare: the first 80
// bits of its SHA-256 in groups of four digits, as in
// "3fa1-09bc-77d2-e01f-5b64" (SPEC §2.1).
func Fingerprint(k Key) string { return Grouped(sha256.Sum256(k[:])) }

// Grouped writes the beginning of a hash in the form of a [Fingerprint].
func Grouped(sum [sha256.Size]byte) string {
	digits := hex.EncodeToString(sum[:FingerprintDigits/2])
	var groups []string
	for ; digits != ""; digits = digits[4:] {
		groups = append(groups, digits[:4])
	}
	return strings.Join(groups, "-")
}

// Digits returns the hexadecimal digits of a fingerprint or a key that somebody has typed,
// grouped or not and in either case. It returns false for any other text.
func Digits(text string) (string, bool) {
	digits := strings.NewReplacer("-", "", " ", "", ":", "").Replace(strings.ToLower(TypedASCII(text)))
	return digits, digits != "" && strings.Trim(digits, "0123456789abcdef") == ""
}
