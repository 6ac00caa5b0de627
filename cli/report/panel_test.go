package report

import (
	"encoding/json"
	"fmt"
	"html/template"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"testing"

	"fives/cli/wasm"
	"fives/engine/games"
	"fives/engine/record"
	"fives/engine/tabletest"
	"fives/p2p/browsertest"
	"fives/p2p/waittest"
)

// A panel is made of texts that cannot end it, and a script that would is refused.
func TestPanel(t *testing.T) {
	p := Panel{Program: wasm.Program{Gzip: []byte{0x1f, 0xfb}, Exec: []byte("1")}, Logs: []carriedLog{{`a"><b>.jsonl`, []byte("</template><script>\n")}}}
	html, err := p.HTML()
	if err != nil {
		t.Fatal(err)
	}
	for text, n := range map[template.HTML]int{"<script>": 1, "</template>": 2, "<b>": 0, "H/s=": 1} {
		if got := strings.Count(string(html), string(text)); got != n {
			t.Errorf("%q is there %d times, want %d", text, got, n)
		}
	}
	p.At = "/proof.wasm"
	if html, err = p.HTML(); err != nil || strings.Contains(string(html), "H/s=") {
		t.Errorf("a page for which the program is served carries it, too (%v)", err)
	}
	for _, evil := range []string{"'</Script>'", "'<!--'"} {
		p.Program.Exec = []byte(evil)
		if _, err := p.HTML(); err == nil {
			t.Errorf("the script %s is taken", evil)
		}
	}
}

// Files are chosen or dropped on a page that is served, and checked there.
func TestChosenFiles(t *testing.T) {
	f := browsertest.StartFirefox(t)
	dir := t.TempDir()
	if out, err := exec.Command("go", "run", "fives/cmd/wasm", "-into", dir, "proof").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	program, err := wasm.In(os.DirFS(dir), "proof")
	if err != nil {
		t.Fatal(err)
	}
	p := Panel{Program: program, At: "/proof.wasm"}
	html, err := p.HTML()
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == p.At {
			w.Header().Set("Content-Encoding", "gzip")
			w.Write(program.Gzip)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Content-Security-Policy", "default-src 'none'; img-src data:; connect-src 'self'; "+p.Policy())
		fmt.Fprint(w, `<!DOCTYPE html><link rel="icon" href="data:,">`, html)
	}))
	defer server.Close()
	rs := games.All()[0]
	g := tabletest.New(t, rs, 2, map[string]any{"limit": 5}, 2)
	g.Choose = tabletest.Bot(rs.Bots[0])
	g.Play()
	f.Open(t, server.URL+"/")
	for _, c := range []struct {
		how     string
		log     []record.Record
		heading string
	}{
		{"choose", g.Table().Log(), "Everything was checked, and is good"},
		{"drop", g.Table().Log()[:12], "Not good"},
	} {
		var lines strings.Builder
		for _, r := range c.log {
			lines.Write(append(r.Line(), '\n'))
		}
		text, _ := json.Marshal(lines.String()) // a string can always be written
		f.Eval(t, fmt.Sprintf(`document.querySelector('.check h3').textContent = '';
			files = new DataTransfer(); files.items.add(new File([%s], 'game.jsonl'));
			%q === 'choose'
				? (e => { e.files = files.files; e.dispatchEvent(new Event('change')) })(document.querySelector('.check input'))
				: document.querySelector('.check').dispatchEvent(new DragEvent('drop', {dataTransfer: files})); ''`, text, c.how))
		heading := ""
		waittest.Until(t, "the end of the check", func() bool {
			heading = f.Eval(t, `document.querySelector('.check h3').textContent`)
			return heading != "" || strings.HasPrefix(f.Eval(t, `document.querySelector('.check .status').textContent`), "It cannot")
		})
		found := f.Eval(t, `document.querySelector('.check pre').textContent`)
		if heading != c.heading || !strings.HasPrefix(found, "game.jsonl: ") {
			t.Errorf("%s: %q, %q", c.how, heading, found)
		}
	}
	for _, bad := range f.Errors() {
		t.Error(bad)
	}
}
