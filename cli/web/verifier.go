package web

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"time"

	"fives/cli/wasm"
)

// ServedVerifier says where a program that lacks cmd/proof can fetch it. A node in a browser is
// such a program, and its reports carry cmd/proof.
type ServedVerifier struct {
	Program ServedFile `json:"program"` // compressed
	Exec    ServedFile `json:"exec"`
}

// A ServedFile is a file at an address.
type ServedFile struct {
	Address string `json:"address"`
	SHA256  string `json:"sha256"` // in hexadecimal digits
}

// Limits for fetching a file.
const (
	fetchTime = 20 * time.Second
	maxFile   = 8 << 20
)

// Fetch reads what a server has at an address, at most most bytes.
type Fetch func(ctx context.Context, address string, most int) ([]byte, error)

// From fetches the verifier from a server, such as http://192.168.1.7:45380.
func (s ServedVerifier) From(ctx context.Context, server string, fetch Fetch) (p wasm.Program, err error) {
	if p.Gzip, err = s.Program.from(ctx, server, fetch); err == nil {
		p.Exec, err = s.Exec.from(ctx, server, fetch)
	}
	return p, err
}

func (p ServedFile) from(ctx context.Context, server string, fetch Fetch) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, fetchTime)
	defer cancel()
	b, err := fetch(ctx, server+p.Address, maxFile)
	if err != nil {
		return nil, err
	}
	if sum := sha256.Sum256(b); hex.EncodeToString(sum[:]) != p.SHA256 {
		return nil, fmt.Errorf("%s is not what it was", p.Address)
	}
	return b, nil
}
