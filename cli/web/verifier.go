package web

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"time"

	"fives/cli/wasm"
)

// ServedVerifier says where a program that has not got cmd/proof can fetch it: a node in a
// browser, whose reports carry it.
type ServedVerifier struct {
	Program ServedFile `json:"program"` // compressed
	Exec    ServedFile `json:"exec"`
}

// A ServedFile is a file at an address.
type ServedFile struct {
	Address string `json:"address"`
	SHA256  string `json:"sha256"` // in hexadecimal digits
}

// Limits of fetching a file.
const (
	fetchTime = 20 * time.Second
	maxFile   = 8 << 20
)

// From fetches the verifier from a server, such as http://192.168.1.7:45380.
func (s ServedVerifier) From(ctx context.Context, server string) (p wasm.Program, err error) {
	if p.Gzip, err = s.Program.from(ctx, server); err == nil {
		p.Exec, err = s.Exec.from(ctx, server)
	}
	return p, err
}

func (p ServedFile) from(ctx context.Context, server string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, fetchTime)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, server+p.Address, nil)
	if err != nil {
		return nil, err
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(io.LimitReader(resp.Body, maxFile))
	if err != nil {
		return nil, err
	}
	if sum := sha256.Sum256(b); hex.EncodeToString(sum[:]) != p.SHA256 {
		return nil, fmt.Errorf("%s is not what it was (%s)", p.Address, resp.Status)
	}
	return b, nil
}
