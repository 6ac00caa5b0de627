package guest

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strconv"

	"fives/cli/wasm"
	"fives/cli/web"
	"fives/engine/record"
)

// A site is the code for guests' browsers, each file at its own address. It is the same on
// every laptop with the same build. It takes many megabytes, so it is in memory only while
// guests are invited.
type site struct {
	files map[string]*static // by address
	names map[string]string  // addresses of the programs, by what each one is
	node  []piece            // the program of a guest's node; nil if there is none
	logs  *logPage           // nil without the verifier
	code  string             // the fingerprint of it all
}

// A piece is a part of a compressed program. The browser checks each piece by itself. So the
// page can say how much has come, and the browser compiles the program while the rest is still
// on its way.
type piece struct {
	Address   string `json:"address"`
	Integrity string `json:"integrity"`
}

// pieceSize is what a slow network of 4 Mbit/s brings in half a second.
const pieceSize = 256 << 10

// A static file never changes: its hash is in its address.
type static struct {
	kind    string // its type
	content []byte
	packed  bool // content is compressed
	stays   bool // browsers may keep it: it lies on the shelf
	sum     [sha256.Size]byte
	whole   [sha256.Size]byte // of what a browser gets after unpacking
}

// newSite finds the programs for browsers; it leaves out those that were not built.
func newSite(find func(name string) (wasm.Program, error)) *site {
	s := &site{files: map[string]*static{}, names: map[string]string{}}
	if p, err := find("browser"); err == nil { // if not, the page says so
		s.addNode(p)
	}
	if p, err := find("proof"); err == nil {
		s.addVerifier(p)
	}
	s.code = s.fingerprint()
	return s
}

func (s *site) addNode(p wasm.Program) {
	s.addExec(p)
	for part := range slices.Chunk(p.Gzip, pieceSize) {
		name := fmt.Sprintf("browser-%d", len(s.node))
		f := &static{kind: "application/octet-stream", content: part, stays: true}
		_ = s.add(name, ".part", f) // a part is not unpacked, so this cannot fail
		s.node = append(s.node, piece{s.names[name], web.Integrity(f.sum)})
	}
}

func (s *site) addVerifier(p wasm.Program) {
	if err := s.add("proof", ".wasm", &static{kind: "application/wasm", content: p.Gzip, packed: true}); err != nil {
		return // its page says that it is not there
	}
	s.addExec(p)
	_ = s.add("verifier", ".wasm.gz", &static{kind: "application/gzip", content: p.Gzip}) // not unpacked either: reports carry it as it is
	if l, err := newLogPage(p, s.names["proof"], s.files[s.names["proof"]].whole); err == nil {
		s.logs = l
	}
}

func (s *site) addExec(p wasm.Program) {
	_ = s.add("exec", ".js", &static{kind: "text/javascript; charset=utf-8", content: p.Exec}) // nor is this
}

// add gives a file an address with its hash. It fails if the file cannot be unpacked.
func (s *site) add(name, ending string, f *static) error {
	f.sum = sha256.Sum256(f.content)
	f.whole = f.sum
	if f.packed {
		hash := sha256.New()
		if err := f.unpack(hash); err != nil {
			return err
		}
		f.whole = [sha256.Size]byte(hash.Sum(nil))
	}
	s.names[name] = fmt.Sprintf("wasm/%s-%x%s", name, f.sum[:8], ending)
	s.files[s.names[name]] = f
	return nil
}

// fingerprint returns one hash over all the code, in groups to be read aloud: two laptops that
// serve the same code show the same. It is "" if there is none.
func (s *site) fingerprint() string {
	if len(s.files) == 0 {
		return ""
	}
	hash := sha256.New()
	fmt.Fprintf(hash, "%x\n%s\n%s\n%s\n", web.Digest(), workerScript, frontScript, frontText)
	for _, address := range slices.Sorted(maps.Keys(s.files)) {
		fmt.Fprintf(hash, "%s\n%x\n", address, s.files[address].sum)
	}
	return record.Grouped([sha256.Size]byte(hash.Sum(nil)))
}

// ServeHTTP sends the file as it is stored; a client that cannot unpack it gets it unpacked.
func (f *static) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", f.kind)
	if f.stays {
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	switch {
	case f.packed && !unpacks(r):
		if r.Method != http.MethodHead {
			_ = f.unpack(w) // nobody may be reading
		}
		return
	case f.packed:
		h.Set("Content-Encoding", "gzip")
	}
	h.Set("Content-Length", strconv.Itoa(len(f.content)))
	if r.Method != http.MethodHead {
		_, _ = w.Write(f.content) // nobody may be reading
	}
}

func (f *static) unpack(w io.Writer) error {
	z, err := gzip.NewReader(bytes.NewReader(f.content))
	if err == nil {
		_, err = io.Copy(w, z)
	}
	return err
}
