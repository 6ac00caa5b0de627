package daemon

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

const identityFile = "identity.pem"

// readIdentity reads the node's key from its home. The file is PKCS #8 in PEM, mode 0600.
// The error wraps [fs.ErrNotExist] if there is none.
func readIdentity(home string) (ed25519.PrivateKey, error) {
	path := filepath.Join(home, identityFile)
	b, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist) && !isMissing(filepath.Join(home, storeFile)):
		return nil, fmt.Errorf("daemon: %s is missing, but the tables in %s beside it belong to its key: put it back from a copy, or move %s away to begin as somebody new", path, storeFile, storeFile)
	case err != nil:
		return nil, fmt.Errorf("daemon: %w", err)
	}
	block, _ := pem.Decode(b)
	if block == nil {
		return nil, fmt.Errorf("daemon: %s holds no key", path)
	}
	key, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		return nil, fmt.Errorf("daemon: %s: %w", path, err)
	}
	private, ok := key.(ed25519.PrivateKey)
	if !ok {
		return nil, fmt.Errorf("daemon: %s holds no Ed25519 key", path)
	}
	return private, nil
}

// newIdentity makes a key, and stores it, and the name if there is one.
func newIdentity(home, name string) (ed25519.PrivateKey, error) {
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("daemon: %w", err)
	}
	der, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		return nil, fmt.Errorf("daemon: %w", err)
	}
	b := pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der})
	err = writeDurably(filepath.Join(home, identityFile), b)
	if err == nil && name != "" {
		err = writeName(home, name)
	}
	return private, err
}

// writeDurably writes a file so that it appears whole or not at all, even after a crash.
func writeDurably(path string, b []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".new-*") // mode 0600
	if err != nil {
		return fmt.Errorf("daemon: %w", err)
	}
	defer os.Remove(f.Name())
	_, err = f.Write(b)
	err = errors.Join(err, f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return fmt.Errorf("daemon: %w", err)
	}
	return syncFolder(filepath.Dir(path))
}

// syncFolder makes a rename durable; systems that cannot sync a folder need not.
func syncFolder(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("daemon: %w", err)
	}
	d.Sync()
	return d.Close()
}
