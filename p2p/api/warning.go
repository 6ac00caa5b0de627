package api

import "time"

// A Warning says, as a code and data, what people should know about somebody or about the
// daemon. Front ends put it into words (PROTOCOL §7.6). The zero Warning says nothing.
type Warning struct {
	Code WarningCode `json:"code"`
	// Name is the person that it is about; empty if it is part of something that has the name,
	// such as a node or a seat.
	Name string `json:"name,omitempty"`
	// Fingerprint is that of a key that this node's person can accept.
	Fingerprint string `json:"fingerprint,omitempty"`
	Known       string `json:"known,omitempty"`    // the name of somebody else
	Protocol    int    `json:"protocol,omitempty"` // the version that the node speaks; this node speaks Ours
	Ours        int    `json:"ours,omitempty"`
	Table       string `json:"table,omitempty"`  // its ID
	Detail      string `json:"detail,omitempty"` // a text of the system
	Port        int    `json:"port,omitempty"`   // of the invitation
	// Address is the IP address of a machine, and Since when the daemon there started.
	Address string    `json:"address,omitempty"`
	Since   time.Time `json:"since,omitzero"`
}

// WarningCode says what a warning is about.
type WarningCode string

// The codes of warnings: about a name and the key that it comes with, a connected node, the
// daemon, two daemons with one key, and a network interface.
const (
	WarnOwnName     WarningCode = "own-name"     // the name is this node's
	WarnNewKey      WarningCode = "new-key"      // this node knows the name with another key
	WarnLikeKnown   WarningCode = "like-known"   // the name looks like one that this node knows with another key
	WarnLikeAnother WarningCode = "like-another" // the name looks like that of somebody else at the same table

	WarnProtocol     WarningCode = "other-protocol" // it speaks another version of the protocol
	WarnSlow         WarningCode = "slow"           // it has not answered yet
	WarnUnresponsive WarningCode = "unresponsive"   // it answers like no node of this program

	WarnStore     WarningCode = "store"      // a table waits for the store
	WarnUninvited WarningCode = "uninvited"  // a guest has a seat, but the invitation that it came by is over
	WarnGuestPort WarningCode = "guest-port" // a guest has a seat, but its invitation cannot go on at the same port
	WarnNoWay     WarningCode = "no-way"     // the node whose invitation this one came by, and through which it reaches others, is silent
	WarnOtherWay  WarningCode = "other-way"  // the same, but another node takes its place

	WarnFarPort   WarningCode = "far-port"   // nodes from outside are invited, but the port cannot be had
	WarnFarRouter WarningCode = "far-router" // they are, but the router does not let them through; Detail is the reason of an error

	WarnTwice     WarningCode = "runs-twice"      // a daemon with the same key runs elsewhere, and neither signs anything
	WarnElsewhere WarningCode = "plays-elsewhere" // a daemon with the same key has taken over, and this one signs nothing

	WarnNoInterface  WarningCode = "no-interface"    // there is none of that name
	WarnDown         WarningCode = "interface-down"  // it is not up
	WarnNoAddress    WarningCode = "no-address"      // it has no IP address
	WarnLinkLocal    WarningCode = "only-link-local" // it has only link-local addresses, which nodes do not dial
	WarnNotAnnounced WarningCode = "not-announced"   // others cannot find this node
	WarnNotAsked     WarningCode = "not-asked"       // this node cannot find others
	WarnStarting     WarningCode = "starting"        // it is not known yet whether they can
)
