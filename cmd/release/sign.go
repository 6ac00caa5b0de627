package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"fives/cli/signed"
)

// sign has ssh-keygen sign the sums of a release with a maintainer's key: the file of the private
// key or, if an agent has that, of the public one. It returns what has been done; without a key,
// nothing.
func sign(ctx context.Context, folder, key string, maintainers signed.Signers) (string, error) {
	if key == "" {
		return "unsigned: SIGN=FILE names the key of a maintainer", nil
	}
	sums := filepath.Join(folder, sumsFile)
	cmd := exec.CommandContext(ctx, "ssh-keygen", "-Y", "sign", "-n", signed.Namespace, "-f", key, sums)
	cmd.Stdin, cmd.Stderr = os.Stdin, os.Stderr // it may ask for a passphrase
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("ssh-keygen: %w", err)
	}
	list, err := os.ReadFile(sums)
	if err != nil {
		return "", err
	}
	signature, err := os.ReadFile(sums + signatureEnding)
	if err != nil {
		return "", err
	}
	if !maintainers.Signed(list, signature) {
		_ = os.Remove(sums + signatureEnding) // the error below says all
		return "", fmt.Errorf("%s is no key of cli/signed/allowed_signers: nobody's program would take this for the release", key)
	}
	return "signed: " + sums + signatureEnding, nil
}
