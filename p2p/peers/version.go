package peers

import (
	"strconv"
	"strings"

	"fives/engine/record"
	"fives/p2p/api"
)

// Minor is the minor version of the protocol that this node speaks (PROTOCOL
// §3.3).
const Minor = 1

// maxVersion is the highest protocol version that an announcement can have.
const maxVersion = 0xffff

// OtherProtocol reports whether a version of the protocol is known and differs from this
// node's.
func OtherProtocol(protocol int) bool { return protocol != 0 && protocol != record.Version }

// ProtocolOf returns the version of the protocol that a node speaks, by the names of its
// streams: this node's if it is among them, otherwise the newest; 0 if it is not a fives
// node.
func ProtocolOf(streams []string) (version int) {
	for _, name := range streams {
		parts := strings.Split(name, "/")
		if len(parts) != 4 || parts[1] != "fives" {
			continue
		}
		v, err := strconv.Atoi(parts[3])
		if err == nil && v == record.Version {
			return v
		}
		if err == nil && v <= maxVersion {
			version = max(version, v)
		}
	}
	return version
}

// commonMinor returns the minor version to use with a node: the newest that both speak.
func (e *entry) commonMinor() uint64 { return min(Minor, e.minor) }

// age compares a node's program with this one, by what they speak.
func (e *entry) age() api.Age {
	switch {
	case e.protocol != record.Version || !e.minorKnown || e.minor == Minor:
		return api.SameAge
	case e.minor > Minor:
		return api.Newer
	}
	return api.Older
}
