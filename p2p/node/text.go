package node

import (
	"github.com/libp2p/go-libp2p/core/peer"

	"fives/engine/record"
	"fives/p2p/host"
)

// fingerprint is what people compare to know a node.
func fingerprint(id peer.ID) string {
	key, err := host.PublicKey(id)
	if err != nil {
		return id.String()
	}
	return record.Fingerprint(record.Key(key))
}
