package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

const (
	sumsFile        = "SHA256SUMS"
	signatureEnding = ".sig" // what ssh-keygen adds to the name
)

// writeSums writes the hash of every file of a release, as sha256sum -c reads them.
func writeSums(folder string) error {
	entries, err := os.ReadDir(folder) // by name
	if err != nil {
		return err
	}
	var sums bytes.Buffer
	for _, e := range entries {
		if !isOurs(e.Name()) || strings.HasPrefix(e.Name(), sumsFile) {
			continue
		}
		b, err := os.ReadFile(filepath.Join(folder, e.Name()))
		if err != nil {
			return err
		}
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(b), e.Name())
	}
	return os.WriteFile(filepath.Join(folder, sumsFile), sums.Bytes(), 0o644)
}
