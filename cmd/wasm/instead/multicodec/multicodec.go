// Package multicodec knows one code, that of a libp2p key in a CID, and no names.
package multicodec

import "strconv"

// A Code says how bytes are to be read.
type Code uint64

// Libp2pKey is the code of a public key of libp2p.
const Libp2pKey Code = 0x72

func (c Code) String() string { return "Code(" + strconv.FormatUint(uint64(c), 10) + ")" }
