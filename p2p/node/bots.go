package node

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"fmt"

	"fives/engine/record"
	"fives/p2p/store"
)

// botNames are for the computer players that a host adds to its table.
var botNames = []string{"Ada", "Bob", "Cyd", "Dot", "Eli", "Fay", "Gus", "Hal", "Ivy", "Jon", "Kit", "Lou", "Max", "Nan"}

// newBot makes a computer player's key and its join.
func (n *Node) newBot(id record.Hash, name, strength string) (store.OwnSeat, record.Record, error) {
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return store.OwnSeat{}, record.Record{}, fmt.Errorf("node: %w", err)
	}
	cert := record.CertifyBot(n.key, id, record.KeyOf(key))
	join, err := signJoin(key, id, record.Join{Name: name, Host: &n.self, Certificate: &cert})
	return store.OwnSeat{Seed: bytes.Clone(key.Seed()), Bot: strength}, join, err
}

// signJoin makes the record that asks for a seat.
func signJoin(key ed25519.PrivateKey, id record.Hash, body record.Join) (record.Record, error) {
	b, err := record.Marshal(body)
	if err != nil {
		return record.Record{}, err
	}
	return record.Sign(key, record.Payload{
		Version: record.Version, Table: id, Step: 1, Head: id, Kind: record.KindJoin, Body: b,
	})
}
