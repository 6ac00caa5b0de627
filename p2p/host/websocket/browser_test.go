//go:build !js

package websocket

import (
	"bufio"
	"crypto/sha1"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"fives/p2p/browsertest"
)

// breaks answers as a WebSocket, says hello, and waits until the other side closes. Then it
// sends what is no frame: the browser tells the page first of an error, then of the end.
func breaks(w http.ResponseWriter, r *http.Request) {
	c, rw, err := w.(http.Hijacker).Hijack()
	if err != nil {
		return
	}
	defer c.Close()
	accept := sha1.Sum([]byte(r.Header.Get("Sec-WebSocket-Key") + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"))
	fmt.Fprintf(rw, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n\r\n", base64.StdEncoding.EncodeToString(accept[:]))
	_, _ = rw.WriteString("\x82\x05hello")
	_ = rw.Flush()
	if closing(rw.Reader) {
		_, _ = c.Write([]byte{0xff, 0x00})
		_, _ = io.Copy(io.Discard, rw)
	}
}

// closing waits for the frame with which a page closes a socket, which is all that it sends.
func closing(r *bufio.Reader) bool {
	op, err := r.ReadByte()
	return err == nil && op == 0x88
}

// TestInBrowser: the browser's side of the transport, in a page of Chromium.
func TestInBrowser(t *testing.T) {
	browser := browsertest.Start(t)
	server := browsertest.Serve(t, http.HandlerFunc(breaks))
	at := strings.Replace(server, "http:", "ws:", 1)
	browsertest.Open(t, browser, browsertest.Tests(t, ".")+"?-test.v&-test.run=^Test(InPage|Kept)$&-server="+url.QueryEscape(at)).Passed()
}
