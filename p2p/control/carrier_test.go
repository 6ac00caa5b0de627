package control

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"testing"
)

// To close a body before its end ends the request, and the answer of a handler that gives up does not pass for a whole one.
func TestInProcessBody(t *testing.T) {
	gone := make(chan struct{})
	carrier := InProcess{To: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Write([]byte("half"))
		if r.URL.Path == "/abort" {
			panic(http.ErrAbortHandler)
		}
		<-r.Context().Done()
		close(gone)
	})}
	get := func(path string) (*http.Response, error) {
		r, err := http.NewRequest(http.MethodGet, "http://fives"+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		return carrier.Do(r)
	}
	resp, err := get("/abort")
	if err != nil {
		t.Fatal(err)
	}
	if b, err := io.ReadAll(resp.Body); !errors.Is(err, io.ErrUnexpectedEOF) || !bytes.Equal(b, []byte("half")) {
		t.Errorf("%q, %v", b, err)
	}
	if resp, err = get("/wait"); err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	select {
	case <-gone:
	case <-t.Context().Done():
		t.Error("the handler has not heard that nobody reads")
	}
}
