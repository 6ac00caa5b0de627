package api

import "time"

// A Warning says, in a code and data, what people should know of somebody or of
// the daemon. Front ends put it into words (PROTOCOL §7.6). The zero Warning says
// nothing.
type Warning struct {
	Code WarningCode `json:"code"`
	// Name is the person whom it is about; empty if it is part of something that has the
	// name, such as a node or a seat.
	Name string `json:"name,omitempty"`
	// Fingerprint is that of a key which this node's person can accept.
	Fingerprint string `json:"fingerprint,omitempty"`
	Known       string `json:"known,omitempty"`    // the name of somebody else
	Protocol    int    `json:"protocol,omitempty"` // that the node speaks, and this node Ours
	Ours        int    `json:"ours,omitempty"`
	Table       string `json:"table,omitempty"`  // its ID
	Detail      string `json:"detail,omitempty"` // a text of the system
	Port        int    `json:"port,omitempty"`   // that is meant
	// Address is the IP address of a machine, and Since when a daemon has run there.
	Address string    `json:"address,omitempty"`
	Since   time.Time `json:"since,omitzero"`
}

// WarningCode says what a warning is about.
type WarningCode string

// The codes of warnings: of a name and the key that it comes with, of a node that
// is connected, of the daemon, and of a network interface.
const (
	WarnOwnName     WarningCode = "own-name"     // the name is this node's
	WarnNewKey      WarningCode = "new-key"      // this node knows the name with another key
	WarnLikeKnown   WarningCode = "like-known"   // the name looks like one that this node knows with another key
	WarnLikeAnother WarningCode = "like-another" // the name looks like another one at the same table, with another key

	WarnProtocol     WarningCode = "other-protocol" // it speaks another version of the protocol
	WarnSlow         WarningCode = "slow"           // it has not answered yet
	WarnUnresponsive WarningCode = "unresponsive"   // it answers as no node of this program does

	WarnStore     WarningCode = "store"      // a table waits for the store
	WarnUninvited WarningCode = "uninvited"  // it has a seat, came by an invitation, and that is over
	WarnGuestPort WarningCode = "guest-port" // so does it, and its invitation cannot go on at its port
	WarnNoWay     WarningCode = "no-way"     // this node came by its invitation, reaches others through it, and it is silent
	WarnOtherWay  WarningCode = "other-way"  // the same, and another one takes its place

	WarnTwice     WarningCode = "runs-twice"      // a daemon of the same key runs elsewhere, and neither signs anything
	WarnElsewhere WarningCode = "plays-elsewhere" // another one has taken over, and this one signs nothing

	WarnNoInterface  WarningCode = "no-interface"    // there is none of that name
	WarnDown         WarningCode = "interface-down"  // it is not up
	WarnNoAddress    WarningCode = "no-address"      // it has no IP address
	WarnLinkLocal    WarningCode = "only-link-local" // its only addresses are such that nodes do not dial
	WarnNotAnnounced WarningCode = "not-announced"   // others cannot find this node
	WarnNotAsked     WarningCode = "not-asked"       // this node cannot find others
	WarnStarting     WarningCode = "starting"        // whether it can is not known yet
)
