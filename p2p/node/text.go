package node

import (
	"slices"
	"strings"
	"unicode"

	"github.com/libp2p/go-libp2p/core/peer"

	"fives/engine/record"
	"fives/p2p/discovery"
	"fives/p2p/host"
)

func ids[T any](list []T, id func(T) string) []string {
	names := make([]string, len(list))
	for i, x := range list {
		names[i] = id(x)
	}
	slices.Sort(names)
	return names
}

// fingerprint is what people compare to know a node.
func fingerprint(id peer.ID) string {
	key, err := host.PublicKey(id)
	if err != nil {
		return id.String()
	}
	return record.Fingerprint(record.Key(key))
}

func cleanName(s string) string { return discovery.CleanName(s) }

// cleanText makes a line from anywhere fit for a terminal.
func cleanText(s string) string {
	clean := func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return -1
	}
	return strings.TrimSpace(strings.Map(clean, strings.ToValidUTF8(s, "")))
}

func listNames(names []string) string {
	if len(names) == 0 {
		return "nobody"
	}
	return strings.Join(names, ", ")
}
