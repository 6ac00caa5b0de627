package store

import (
	"fives/engine/record"
	"fives/p2p/kv"
)

// An Invitation is what a node must not lose of an invitation: its guests come back to its address,
// and know no other.
type Invitation struct {
	On       bool         `cbor:"on"` // it has not been ended
	Port     int          `cbor:"port"`
	Path     string       `cbor:"path"`     // of the page
	Archives string       `cbor:"archives"` // the folder with programs to hand out, "" for none
	Guests   []record.Key `cbor:"guests"`   // the nodes that came by it and have a seat
	// Before are the paths of earlier invitations, the latest first: guests have kept their keys
	// under them.
	Before []string `cbor:"before,omitempty"`
}

var keyInvitation = []byte("invitation")

// Invitation returns what SetInvitation has stored, the zero Invitation if nothing.
func (s *Store) Invitation() (i Invitation, err error) {
	err = s.db.View(func(root kv.Bucket) error {
		_, err := get(root.Bucket(bucketMeta), keyInvitation, &i)
		return err
	})
	return i, err
}

// SetInvitation stores the invitation, in place of the one before.
func (s *Store) SetInvitation(i Invitation) error { return s.put(bucketMeta, keyInvitation, i) }
