// Package browsertest drives headless browsers over loopback, for the tests of several packages: Chromium through chromedp,
// with programs built for js/wasm in its pages, and Firefox by WebDriver BiDi (https://w3c.github.io/webdriver-bidi/),
// which the package speaks itself. Tests are skipped if the browser is not installed.
package browsertest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"fives/p2p/waittest"
)

// Start starts a Chromium with a new profile, which ends with the test. It skips the test unless somebody has asked for
// tests with browsers.
func Start(t *testing.T) context.Context {
	t.Helper()
	waittest.Browsers(t)
	return Launch(t)
}

// Launch starts a Chromium with a new profile and more options. It ends with the test, or shortly before the test binary has to.
func Launch(t testing.TB, more ...chromedp.ExecAllocatorOption) context.Context {
	t.Helper()
	path, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("there is no chromium on this machine (Debian package chromium)")
	}
	// The browser must not contact its maker.
	opts := []chromedp.ExecAllocatorOption{chromedp.ExecPath(path), chromedp.Flag("host-resolver-rules", "MAP *.com ~NOTFOUND")}
	for _, f := range []string{
		"headless", "no-sandbox", "disable-gpu", "disable-quic", "no-first-run", "disable-background-networking",
		"disable-component-update", "disable-sync", "disable-default-apps", "disable-extensions", "hide-scrollbars",
	} {
		opts = append(opts, chromedp.Flag(f, true))
	}
	within, cancel := context.WithTimeout(t.Context(), waittest.Rest(t))
	t.Cleanup(cancel)
	alloc, stop := chromedp.NewExecAllocator(within, append(opts, more...)...)
	t.Cleanup(stop)
	ctx, end := chromedp.NewContext(alloc)
	t.Cleanup(end)
	if err := chromedp.Do(ctx); err != nil {
		t.Fatalf("chromium does not start: %v", err)
	}
	return ctx
}

// A Page is a tab of a Chromium with what was written to its console.
type Page struct {
	t     *testing.T
	ctx   context.Context
	close func()

	mu    sync.Mutex
	lines []string
}

// Open opens an address in a new tab, which ends with the test.
func Open(t *testing.T, browser context.Context, address string) *Page {
	t.Helper()
	p := &Page{t: t}
	p.ctx, p.close = chromedp.NewContext(browser)
	t.Cleanup(p.close)
	if err := chromedp.Listen(p.ctx, p.hear); err != nil {
		t.Fatal(err)
	}
	if err := chromedp.Do(p.ctx, chromedp.Navigate(address)); err != nil {
		t.Fatal(err)
	}
	return p
}

// Context returns the tab's context for chromedp.
func (p *Page) Context() context.Context { return p.ctx }

// Close closes the tab.
func (p *Page) Close() { p.close() }

// Lines returns the lines that the page has written so far.
func (p *Page) Lines() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.lines
}

func (p *Page) hear(ev any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch ev := ev.(type) {
	case *runtime.EventConsoleAPICalled:
		for _, a := range ev.Args {
			var text string
			if json.Unmarshal([]byte(a.Value), &text) != nil {
				text = string(a.Value)
			}
			p.lines = append(p.lines, text)
		}
	case *runtime.EventExceptionThrown:
		p.lines = append(p.lines, "exception: "+ev.ExceptionDetails.Text)
	}
}

// Line waits for a line with a prefix, and returns the rest of it.
func (p *Page) Line(prefix string) string {
	p.t.Helper()
	rest, err := p.await(prefix)
	if err != nil {
		p.t.Fatalf("the page has not written %q: %v: %s", prefix, err, strings.Join(p.Lines(), "\n"))
	}
	return rest
}

// Why a page does not write a line.
var (
	errGone  = errors.New("its tab is gone")
	errEnded = errors.New("its program has ended")
	errLate  = errors.New("not before the test has to end")
)

// await waits for a line with a prefix until the page can write no more, and returns the rest of it.
func (p *Page) await(prefix string) (rest string, err error) {
	if !waittest.Try(p.t, func() bool {
		gone, ended := p.ctx.Err() != nil, false // before the look at what it has written
		for _, line := range p.Lines() {
			if after, ok := strings.CutPrefix(line, prefix); ok {
				rest = after
				return true
			}
			ended = ended || strings.HasPrefix(line, exited)
		}
		switch {
		case gone:
			err = errGone
		case ended:
			err = errEnded
		}
		return err != nil
	}) {
		err = errLate
	}
	return rest, err
}

// exited begins the last line of a page whose program has ended.
const exited = "exit status "

// Eval returns the value of an expression in a tab; if that is a promise, the promised value.
func Eval[T any](p *Page, expression string) T {
	p.t.Helper()
	v, err := chromedp.Run(p.ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatalf("%s: %v", expression, err)
	}
	return v
}

// Go runs the go command for js/wasm.
func Go(t *testing.T, args ...string) {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go %s: %v: %s", strings.Join(args, " "), err, out)
	}
}

// Exec returns the folder with wasm_exec.js, the script that runs what Go builds.
func Exec(t *testing.T) string {
	t.Helper()
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm")
}

// Serve serves pages on loopback, and returns their address, which ends in a slash.
func Serve(t *testing.T, pages http.Handler) string {
	t.Helper()
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &httptest.Server{Listener: l, Config: &http.Server{Handler: pages}}
	s.Start()
	t.Cleanup(s.Close)
	return s.URL + "/"
}

const runner = `<!DOCTYPE html><title>tests</title><script src="wasm_exec.js"></script><script>
	const go = new Go()
	go.argv = ["test", ...location.search.slice(1).split("&").filter(Boolean).map(decodeURIComponent)]
	go.exit = code => console.log("` + exited + `" + code)
	WebAssembly.instantiateStreaming(fetch("test.wasm"), go.importObject).then(r => go.run(r.instance), e => console.log("` + exited + `" + e))
</script>`

// Tests serves the tests of a package, built for js/wasm, and returns the address. They run in a page that opens the address
// followed by a question mark and the arguments, separated by &.
func Tests(t *testing.T, pkg string) string {
	t.Helper()
	return Serve(t, TestPages(t, pkg))
}

// TestPages returns the pages that [Tests] serves.
func TestPages(t *testing.T, pkg string) http.Handler {
	t.Helper()
	built := filepath.Join(t.TempDir(), "test.wasm")
	Go(t, "test", "-c", "-o", built, pkg)
	exec := Exec(t)
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, runner) })
	mux.HandleFunc("GET /test.wasm", func(w http.ResponseWriter, r *http.Request) { http.ServeFile(w, r, built) })
	mux.HandleFunc("GET /wasm_exec.js", func(w http.ResponseWriter, r *http.Request) {
		http.ServeFile(w, r, filepath.Join(exec, "wasm_exec.js"))
	})
	return mux
}

// Passed waits for the end of tests that run in the page, and fails the test if they fail.
func (p *Page) Passed() {
	p.t.Helper()
	status := p.Line(exited)
	said := strings.Join(p.Lines(), "\n")
	if status != "0" || !strings.Contains(said, "PASS") {
		p.t.Errorf("in the browser: %s", said)
		return
	}
	p.t.Log(said)
}
