package peers

import (
	"fmt"
	"strconv"
	"strings"

	"fives/engine/record"
	"fives/p2p/control"
)

// Minor is the minor version of the protocol that this node speaks (PROTOCOL
// §3.3).
const Minor = 1

// maxVersion is the highest protocol version that an announcement can have.
const maxVersion = 0xffff

// OtherVersion says that a node speaks another version of the protocol, "" if
// it speaks this node's, or if it is not known what it speaks.
func OtherVersion(protocol int) string {
	if protocol == 0 || protocol == record.Version {
		return ""
	}
	older := "this node's"
	if protocol < record.Version {
		older = "its"
	}
	return fmt.Sprintf("speaks protocol version %d, this node speaks %d: %s fives must be updated", protocol, record.Version, older)
}

// Spoken is the version of the protocol that a node speaks, by the names of its
// streams: this node's if it is among them, else the newest; 0 if it is no fives
// node.
func Spoken(streams []string) (version int) {
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

// shared is the minor version that is used with a node: what both speak.
func (e *entry) shared() uint64 { return min(Minor, e.minor) }

// age compares a node's program with this one, by what they speak.
func (e *entry) age() control.Age {
	switch {
	case e.protocol != record.Version || !e.minorKnown || e.minor == Minor:
		return control.SameAge
	case e.minor > Minor:
		return control.Newer
	}
	return control.Older
}
