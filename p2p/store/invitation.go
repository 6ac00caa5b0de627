package store

import "fives/engine/record"

// An Invitation is what a node must not lose of an invitation: its guests come back to its address,
// and know no other.
type Invitation struct {
	On   bool   `cbor:"on"` // it has not been ended
	Port int    `cbor:"port"`
	Path string `cbor:"path"` // of the page
	// Shelf is the path of what browsers may keep, the same for all invitations.
	Shelf    string       `cbor:"shelf,omitempty"`
	Archives string       `cbor:"archives"` // the folder with programs to hand out, "" for none
	Guests   []record.Key `cbor:"guests"`   // the nodes that came by it and have a seat
	// Seated is when a guest last had a seat, in Unix seconds, 0 for never.
	Seated int64 `cbor:"seated,omitempty"`
	// Keys are those of guests who have played, the latest to come last.
	Keys []GuestKey `cbor:"keys,omitempty"`
	// Before are the names under which the pages of earlier invitations have kept their things in
	// browsers, the latest first. They do not tell the paths.
	Before []string `cbor:"before,omitempty"`
}

// A GuestKey is what a node knows of a key with which a guest has had a seat at one of its tables.
type GuestKey struct {
	Node  record.Key  `cbor:"node"`
	Name  string      `cbor:"name"`  // of the seat
	Table record.Hash `cbor:"table"` // the latest one
	Addr  string      `cbor:"addr"`  // the IP address from which it has last answered
	Since int64       `cbor:"since"` // when it was first seen in a seat, in Unix seconds
}

const partInvitation part[Invitation] = "meta/invitation"

// Invitation returns what SetInvitation has stored, the zero Invitation if nothing.
func (s *Store) Invitation() (Invitation, error) {
	i, _, err := load(s, partInvitation, only)
	return i, err
}

// SetInvitation stores the invitation, in place of the one before.
func (s *Store) SetInvitation(i Invitation) error { return save(s, partInvitation, only, i) }
