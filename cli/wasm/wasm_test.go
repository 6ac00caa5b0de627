package wasm

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"testing"
	"testing/fstest"
)

// A folder in which nothing or not all was built has no programs, and says so.
func TestNotBuilt(t *testing.T) {
	whole := fstest.MapFS{"proof.wasm.gz": {Data: []byte{0x1f}}, "wasm_exec.js": {Data: []byte("go")}}
	if p, err := In(whole, "proof"); err != nil || len(p.Gzip) != 1 || string(p.Exec) != "go" {
		t.Errorf("%v, %v", p, err)
	}
	for _, missing := range []string{"proof.wasm.gz", "wasm_exec.js"} {
		part := fstest.MapFS{}
		for name, f := range whole {
			if name != missing {
				part[name] = f
			}
		}
		if _, err := In(part, "proof"); !errors.Is(err, ErrNotBuilt) {
			t.Errorf("without %s: %v", missing, err)
		}
	}
	if _, err := Find("nothing"); !errors.Is(err, ErrNotBuilt) {
		t.Errorf("%v", err)
	}
}

// TestNoTransport: the browser carries the requests of a page. One call of an http.RoundTripper
// anywhere in its program would link http.Transport, with TLS and HTTP/2.
func TestNoTransport(t *testing.T) {
	p, err := Find("browser")
	if err != nil {
		t.Skip(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(p.Gzip))
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(b, []byte("net/http.(*ServeMux)")) {
		t.Error("the program does not name its functions, so this test finds nothing")
	}
	if bytes.Contains(b, []byte("net/http.(*Transport)")) {
		t.Error("http.Transport is in the program")
	}
}
