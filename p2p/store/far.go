package store

import (
	"errors"

	"fives/engine/record"
	"fives/p2p/far"
	"fives/p2p/kv"
)

// A Far is what a node must not lose of how it lets in nodes from outside the local network.
type Far struct {
	On     bool   `cbor:"on"`   // it has not been ended
	Host   string `cbor:"host"` // that the link names, as Port
	Port   int    `cbor:"port"`
	Door   int    `cbor:"door"`   // the port of this machine
	Mapped bool   `cbor:"mapped"` // the router was asked to lead Port to Door, and named Host
	// Shown is where the link led when its owner last saw it: the router's address may change.
	Shown string `cbor:"shown,omitempty"`
	// Secret is that of the link. Of former ones only the knocks are kept, the newest first.
	Secret far.Secret  `cbor:"secret"`
	Old    []far.Knock `cbor:"old,omitempty"`
	Since  int64       `cbor:"since"`          // when this link was made, in Unix seconds
	Came   int64       `cbor:"came,omitempty"` // when somebody last came by it, 0 for never
	Who    record.Key  `cbor:"who"`            // who that was
	Name   string      `cbor:"name,omitempty"` // by which they went then
	Stays  []Stay      `cbor:"stays,omitempty"`
}

// A Stay lets somebody who came by a link, and is in the middle of a game, come back by its secret if it
// is taken back, or was. Tables and Until are of the moment in which it was.
type Stay struct {
	Node   record.Key    `cbor:"node"`
	Secret far.Secret    `cbor:"secret"`
	Tables []record.Hash `cbor:"tables,omitempty"` // of this node at which they played, and those that go on from them
	Until  int64         `cbor:"until"`            // while they play with others through this node; in Unix seconds, 0 if they did not
}

// A Link is a way to a node outside the local network that this node's person was given.
type Link struct {
	To   far.Link `cbor:"link"`
	Name string   `cbor:"name,omitempty"` // of the node, as it last said
	// Since is when the link was kept, and Came when it last led to the node, 0 for never; in Unix seconds.
	Since int64 `cbor:"since"`
	Came  int64 `cbor:"came,omitempty"`
	// Refused: the node has said that the link is no longer good.
	Refused bool `cbor:"refused,omitempty"`
}

// MaxLinks is the largest number of links that are kept.
const MaxLinks = 16

// ErrManyLinks says that there are [MaxLinks] already.
var ErrManyLinks = errors.New("store: too many links")

const (
	partFar   part[Far]  = "meta/far"
	partLinks part[Link] = "links/" // by the node's key
)

// Far returns what SetFar has stored, the zero Far if nothing.
func (s *Store) Far() (Far, error) {
	f, _, err := load(s, partFar, only)
	return f, err
}

// SetFar stores how nodes from outside are let in, in place of what there was.
func (s *Store) SetFar(f Far) error { return save(s, partFar, only, f) }

// PutLink stores a link, in place of the one to the same node. The error is [ErrManyLinks] if there are
// too many to others.
func (s *Store) PutLink(l Link) error {
	node := string(l.To.Node[:])
	return s.writes.update(func(m kv.Map) error {
		others := 0
		err := partLinks.each(m, func(key string, _ Link) error {
			if key != node {
				others++
			}
			return nil
		})
		switch {
		case err != nil:
			return err
		case others >= MaxLinks:
			return ErrManyLinks
		}
		return partLinks.put(m, node, l)
	})
}

// DropLink forgets the link to a node.
func (s *Store) DropLink(node record.Key) error { return forget(s, partLinks, string(node[:])) }

// Links returns the stored links, in the order of the nodes' keys.
func (s *Store) Links() (links []Link, err error) {
	err = s.db.View(func(m kv.Map) (err error) {
		links, err = partLinks.list(m)
		return err
	})
	return links, err
}
