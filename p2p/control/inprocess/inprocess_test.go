package inprocess

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"testing"
)

// A body that is closed before its end ends the request, and one that the handler
// gives up does not pass for whole.
func TestBody(t *testing.T) {
	gone := make(chan struct{})
	carrier := Carrier(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Write([]byte("half"))
		if r.URL.Path == "/abort" {
			panic(http.ErrAbortHandler)
		}
		<-r.Context().Done()
		close(gone)
	}))
	client := &http.Client{Transport: carrier}
	resp, err := client.Get("http://fives/abort")
	if err != nil {
		t.Fatal(err)
	}
	if b, err := io.ReadAll(resp.Body); !errors.Is(err, io.ErrUnexpectedEOF) || !bytes.Equal(b, []byte("half")) {
		t.Errorf("%q, %v", b, err)
	}
	if resp, err = client.Get("http://fives/wait"); err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	select {
	case <-gone:
	case <-t.Context().Done():
		t.Error("the handler has not heard that nobody reads")
	}
}
