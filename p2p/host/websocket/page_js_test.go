package websocket

import (
	"context"
	"errors"
	"flag"
	"io"
	"net"
	"os"
	"testing"
	"time"

	"fives/p2p/waittest"
)

var server = flag.String("server", "", "the address of a server that breaks what is closed")

// TestInPage runs in a browser: [TestInBrowser] starts it, and is the server. A socket that
// is being closed breaks; the page goes on to hear of others.
func TestInPage(t *testing.T) {
	if *server == "" {
		t.Skip("there is no server")
	}
	ctx, cancel := context.WithTimeout(context.Background(), waittest.Limit(t))
	defer cancel()
	for range 3 {
		s, err := dialer{}.dial(ctx, *server)
		if err != nil {
			t.Fatal(err)
		}
		b := make([]byte, 5)
		if _, err := io.ReadFull(s, b); err != nil || string(b) != "hello" {
			t.Fatalf("%q, %v", b, err)
		}
		if err := s.SetReadDeadline(time.Now().Add(20 * time.Millisecond)); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Read(b); !errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("nothing comes: %v", err)
		}
		if err := s.SetReadDeadline(time.Time{}); err != nil {
			t.Fatal(err)
		}
		go s.Close()
		if _, err := s.Read(b); !errors.Is(err, net.ErrClosed) {
			t.Errorf("a closed socket: %v", err)
		}
		time.Sleep(200 * time.Millisecond) // it breaks
		if _, err := s.Write(b); !errors.Is(err, net.ErrClosed) {
			t.Errorf("written to a closed socket: %v", err)
		}
	}
}

// What nobody reads is kept up to a limit.
func TestKept(t *testing.T) {
	s := &socket{}
	for range maxKept / maxMessage {
		if !s.keep(make([]byte, maxMessage)) {
			t.Fatal("a message is not kept")
		}
	}
	if s.keep(make([]byte, 1)) {
		t.Error("more is kept than the limit")
	}
	if n, _, err := s.read(make([]byte, 5)); n != 5 || err != nil {
		t.Fatal(n, err)
	}
	if !s.keep(make([]byte, 5)) || s.keep(make([]byte, 1)) {
		t.Error("what has been read counts")
	}
}
