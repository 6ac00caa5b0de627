package api

import (
	"slices"
	"strings"
)

// packages are the package names that prefix this program's errors.
var packages = []string{
	"api", "asks", "audit", "bare", "browser", "card", "control", "cpace", "daemon", "demo", "discovery", "entry", "faces", "far", "field32", "games", "host", "learn", "lesson", "lobby",
	"mask", "node", "orders", "pedersen", "peers", "piece", "prefs", "qr", "record", "replay", "replica", "report", "ristretto", "rules",
	"say", "scenario", "seat", "session", "shuffle", "sigma", "signature", "sim", "store", "streams", "table", "tabletest", "teach",
	"transcript", "tui", "twin", "wasm", "websocket", "wire",
}

// Plain returns the text of an error for people: without the names of the packages that it
// came through.
func Plain(text string) string {
	parts := strings.Split(text, ": ")
	last := len(parts) - 1
	return strings.Join(append(slices.DeleteFunc(parts[:last:last], func(s string) bool { return slices.Contains(packages, s) }), parts[last]), ": ")
}
