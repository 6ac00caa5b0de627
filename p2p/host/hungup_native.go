//go:build !js

package host

import (
	"errors"
	"io"
	"syscall"

	"github.com/quic-go/quic-go"
)

// HungUp reports whether a dial failed because the node there hung up before it said
// anything, as one does whose network this is not.
func HungUp(err error) bool {
	var refused *quic.TransportError
	return errors.As(err, &refused) && refused.ErrorCode == quic.ConnectionRefused ||
		errors.Is(err, syscall.ECONNRESET) || errors.Is(err, io.EOF)
}
