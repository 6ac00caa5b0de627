package entry

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"fmt"
	"io"

	"fives/crypto/transcript"
	"fives/engine/record"
)

// A Bot is a computer player that will sit at a table.
type Bot struct {
	Seed     []byte `cbor:"seed"` // of its key; empty for none
	Strength string `cbor:"bot"`
}

// NewBot makes a computer player's key and its join, certified by its host. Its name
// there says how well it plays (engine/SPEC §3).
func NewBot(host ed25519.PrivateKey, id record.Hash, name, strength string) (Bot, record.Record, error) {
	key, err := NewBotKey(host, id, name)
	if err != nil {
		return Bot{}, record.Record{}, fmt.Errorf("entry: %w", err)
	}
	self := record.KeyOf(host)
	cert := record.CertifyBot(host, id, record.KeyOf(key))
	join, err := SignJoin(key, id, record.Join{Name: record.WithStrength(name, strength), Host: &self, Certificate: &cert})
	return Bot{Seed: bytes.Clone(key.Seed()), Strength: strength}, join, err
}

// NewBotKey draws the key of a computer player that is to sit at a table by that name.
func NewBotKey(host ed25519.PrivateKey, id record.Hash, name string) (ed25519.PrivateKey, error) {
	return botKey(host, id, name, rand.Reader)
}

// botKey draws the key of a computer player, from its host's key and fresh
// randomness (engine/SPEC §7.8).
func botKey(host ed25519.PrivateKey, id record.Hash, name string, rand io.Reader) (ed25519.PrivateKey, error) {
	tr := transcript.New("fives/v4/bot")
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

// SignJoin makes the record that asks for a seat.
func SignJoin(key ed25519.PrivateKey, id record.Hash, body record.Join) (record.Record, error) {
	b, err := record.Marshal(body)
	if err != nil {
		return record.Record{}, err
	}
	return record.Sign(key, record.Payload{
		Version: record.Version, Table: id, Step: 1, Head: id, Kind: record.KindJoin, Body: b,
	})
}
