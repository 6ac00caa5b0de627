package node

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"fmt"
	"io"

	"fives/crypto/transcript"
	"fives/engine/record"
	"fives/p2p/store"
)

// newBot makes a computer player's key and its join.
func (n *Node) newBot(id record.Hash, name, strength string) (store.OwnSeat, record.Record, error) {
	key, err := botKey(n.key, id, name, rand.Reader)
	if err != nil {
		return store.OwnSeat{}, record.Record{}, fmt.Errorf("node: %w", err)
	}
	cert := record.CertifyBot(n.key, id, record.KeyOf(key))
	join, err := signJoin(key, id, record.Join{Name: name, Host: &n.self, Certificate: &cert})
	return store.OwnSeat{Seed: bytes.Clone(key.Seed()), Bot: strength}, join, err
}

// botKey draws the key of a computer player, from its host's key and fresh
// randomness (engine/SPEC §7.8).
func botKey(host ed25519.PrivateKey, id record.Hash, name string, rand io.Reader) (ed25519.PrivateKey, error) {
	tr := transcript.New("fives/v1/bot")
	tr.Append("table", id[:])
	tr.Append("name", []byte(name))
	stream, err := tr.Hedge("seed", host.Seed(), rand)
	if err != nil {
		return nil, err
	}
	seed := make([]byte, ed25519.SeedSize)
	_, err = io.ReadFull(stream, seed)
	return ed25519.NewKeyFromSeed(seed), err
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
