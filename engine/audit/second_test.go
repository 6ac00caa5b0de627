package audit_test

import (
	"bufio"
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/fxamacker/cbor/v2"

	"fives/engine/games"
	"fives/engine/record"
)

// A second reader of SPEC §2 and §4, written from the page: it shares no code
// with package record but the version.
func TestHeadsFromThePageAlone(t *testing.T) {
	names := []string{"five"}
	for _, rs := range games.All() {
		if name := rs.Name + "-covered"; there(name) {
			names = append(names, fmt.Sprintf("v%d/%s", record.Version, name))
		}
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) { headsFromThePageAlone(t, name) })
	}
}

func headsFromThePageAlone(t *testing.T, name string) {
	type line struct{ author, payload, signature []byte }
	var steps [][]line
	scanner := bufio.NewScanner(bytes.NewReader(read(t, name+".jsonl")))
	for scanner.Scan() {
		var text map[string]string
		if err := json.Unmarshal(scanner.Bytes(), &text); err != nil {
			t.Fatal(err)
		}
		var l line
		for name, field := range map[string]*[]byte{"author": &l.author, "payload": &l.payload, "signature": &l.signature} {
			b, err := base64.StdEncoding.DecodeString(text[name])
			if err != nil {
				t.Fatal(err)
			}
			*field = b
		}
		if !ed25519.Verify(l.author, append([]byte("fives/4 record\x00"), l.payload...), l.signature) {
			t.Fatal("a signature is bad")
		}
		var p map[string]any
		if err := cbor.Unmarshal(l.payload, &p); err != nil {
			t.Fatal(err)
		}
		if step := p["step"].(uint64); step == uint64(len(steps)) {
			steps = append(steps, nil)
		} else if step != uint64(len(steps))-1 {
			t.Fatalf("step %d", step)
		}
		steps[len(steps)-1] = append(steps[len(steps)-1], l)
	}
	head := make([]byte, 32)
	var got strings.Builder
	fmt.Fprintf(&got, "0 %x\n", head)
	for step, lines := range steps {
		h := sha256.New()
		h.Write([]byte("fives/4 head\x00"))
		h.Write(head)
		binary.Write(h, binary.BigEndian, []uint64{uint64(step), uint64(len(lines))})
		for _, l := range lines {
			sum := sha256.Sum256(l.payload)
			h.Write(l.author)
			h.Write(sum[:])
		}
		head = h.Sum(nil)
		fmt.Fprintf(&got, "%d %x\n", step+1, head)
	}
	if want := string(read(t, name+".heads")); got.String() != want {
		t.Errorf("got\n%swant\n%s", got.String(), want)
	}
}
