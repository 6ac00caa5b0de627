package browsertest

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"fives/p2p/waittest"
)

// Firefox is a Firefox with one tab, which runs until the test ends. It is offline, so that it reaches only this machine,
// unless it runs in the test's own network.
type Firefox struct {
	conn *websocket.Conn
	ctx  context.Context
	tab  string

	mu       sync.Mutex
	last     int // number of a command
	answers  map[int]chan answer
	requests []string
	errors   []string
}

// answer is an answer of Firefox to a command, or an event.
type answer struct {
	ID      int             `json:"id"`
	Type    string          `json:"type"`
	Result  json.RawMessage `json:"result"`
	Error   string          `json:"error"`
	Message string          `json:"message"`
	Method  string          `json:"method"`
	Params  event           `json:"params"`
}

type event struct {
	Level   string `json:"level"`
	Text    string `json:"text"`
	Request struct {
		URL string `json:"url"`
	} `json:"request"`
}

// StartFirefox starts Firefox, or skips the test if it is not installed. more are preferences for its profile, each a name
// and a value, as in `"dom.x", false`.
func StartFirefox(t *testing.T, more ...string) *Firefox {
	t.Helper()
	return startFirefox(t, []string{"--offline"}, more...)
}

// StartFirefoxInside is StartFirefox for a test in its own network, all of which Firefox can reach.
func StartFirefoxInside(t *testing.T) *Firefox {
	t.Helper()
	return startFirefox(t, nil)
}

// startFirefox starts Firefox with arguments and with preferences.
func startFirefox(t *testing.T, args []string, more ...string) *Firefox {
	t.Helper()
	waittest.Browsers(t)
	path, err := exec.LookPath("firefox-esr")
	if err != nil {
		path, err = exec.LookPath("firefox")
	}
	if err != nil {
		t.Skip("there is no Firefox on this machine (Debian package firefox-esr)")
	}
	dir, err := os.MkdirTemp("", "firefox")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	// Without what a new profile would do in the background.
	prefs := `user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("app.update.disabledForTesting", true);
user_pref("browser.startup.page", 0);
user_pref("remote.active-protocols", 1);
user_pref("browser.download.dir", "` + dir + `");
user_pref("browser.download.folderList", 2);
`
	for _, pref := range more {
		prefs += "\nuser_pref(" + pref + ");"
	}
	if err := os.WriteFile(filepath.Join(dir, "user.js"), []byte(prefs), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(path, append(args, "--headless", "--no-remote", "--profile", dir, "--remote-debugging-port", "0", "about:blank")...)
	cmd.Env = append(os.Environ(), "HOME="+dir, "MOZ_CRASHREPORTER_DISABLE=1")
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Kill() // the processes that it has started end with it
		cmd.Wait()
	})
	f := &Firefox{ctx: t.Context(), answers: map[int]chan answer{}}
	f.connect(t, awaitAddress(t, stderr))
	return f
}

// awaitAddress waits for the line that says where Firefox listens, and returns the address.
func awaitAddress(t *testing.T, stderr io.Reader) string {
	t.Helper()
	found := make(chan string, 1)
	go func() {
		defer close(found)
		lines := bufio.NewScanner(stderr)
		for lines.Scan() {
			if _, at, ok := strings.Cut(lines.Text(), "WebDriver BiDi listening on "); ok {
				found <- at
				break
			}
		}
		io.Copy(io.Discard, stderr)
	}()
	select {
	case at, ok := <-found:
		if ok {
			return at
		}
		t.Fatal("Firefox has ended")
	case <-time.After(waittest.Limit(t)):
		t.Fatal("Firefox does not listen")
	}
	return ""
}

func (f *Firefox) connect(t *testing.T, at string) {
	t.Helper()
	conn, _, err := websocket.Dial(f.ctx, at+"/session", nil)
	if err != nil {
		t.Fatal(err)
	}
	f.conn = conn
	conn.SetReadLimit(-1)
	t.Cleanup(func() { conn.CloseNow() })
	go f.listen()
	f.do(t, "session.new", map[string]any{"capabilities": map[string]any{}}, nil)
	f.do(t, "session.subscribe", map[string]any{"events": []string{"log.entryAdded", "network.beforeRequestSent"}}, nil)
	// The log has no entries for breaches of a content security policy.
	f.do(t, "script.addPreloadScript", map[string]any{"functionDeclaration": `() => addEventListener('securitypolicyviolation',
		e => console.error('the policy forbids ' + e.effectiveDirective + ' ' + e.blockedURI))`}, nil)
	var tree struct {
		Contexts []struct {
			Context string `json:"context"`
		} `json:"contexts"`
	}
	f.do(t, "browsingContext.getTree", map[string]any{}, &tree)
	f.tab = tree.Contexts[0].Context
}

// preloading is an error that Firefox 140 sometimes logs about its own handling of a preload script, before a page has asked
// for any script.
const preloading = `Error: Permission denied to access property "length"`

// listen passes on what Firefox says, until the connection ends.
func (f *Firefox) listen() {
	for {
		_, b, err := f.conn.Read(f.ctx)
		if err != nil {
			return
		}
		var a answer
		if json.Unmarshal(b, &a) != nil {
			continue
		}
		f.mu.Lock()
		switch {
		case a.Method == "network.beforeRequestSent":
			f.requests = append(f.requests, a.Params.Request.URL)
		case a.Method == "log.entryAdded" && a.Params.Level == "error" && a.Params.Text != preloading:
			f.errors = append(f.errors, a.Params.Text)
		case f.answers[a.ID] != nil:
			f.answers[a.ID] <- a
		}
		f.mu.Unlock()
	}
}

// do sends a command and waits for its result.
func (f *Firefox) do(t *testing.T, method string, params any, result any) {
	t.Helper()
	f.mu.Lock()
	f.last++
	id, came := f.last, make(chan answer, 1)
	f.answers[id] = came
	f.mu.Unlock()
	b, err := json.Marshal(map[string]any{"id": id, "method": method, "params": params})
	if err == nil {
		err = f.conn.Write(f.ctx, websocket.MessageText, b)
	}
	if err != nil {
		t.Fatal(err)
	}
	select {
	case a := <-came:
		if a.Type == "error" {
			t.Fatalf("%s: %s: %s", method, a.Error, a.Message)
		}
		if result != nil {
			err = json.Unmarshal(a.Result, result)
		}
	case <-time.After(waittest.Limit(t)):
		err = fmt.Errorf("%s: no answer before the test has to end", method)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// OpenFile opens a file as a page.
func (f *Firefox) OpenFile(t *testing.T, file string) {
	t.Helper()
	f.Open(t, (&url.URL{Scheme: "file", Path: file}).String())
}

// Open opens a page, and waits until it is loaded. It forgets earlier requests and errors.
func (f *Firefox) Open(t *testing.T, address string) {
	t.Helper()
	f.mu.Lock()
	f.requests, f.errors = nil, nil
	f.mu.Unlock()
	f.do(t, "browsingContext.navigate", map[string]any{"context": f.tab, "url": address, "wait": "complete"}, nil)
}

// Eval returns the value of an expression in the page, as text; if that is a promise, the promised value.
func (f *Firefox) Eval(t *testing.T, expression string) string {
	t.Helper()
	var r struct {
		Type   string `json:"type"`
		Result struct {
			Value any `json:"value"`
		} `json:"result"`
		Exception struct {
			Text string `json:"text"`
		} `json:"exceptionDetails"`
	}
	f.do(t, "script.evaluate", map[string]any{
		"expression": expression, "target": map[string]any{"context": f.tab}, "awaitPromise": true, "userActivation": true,
	}, &r)
	if r.Type != "success" {
		t.Fatalf("%s: %s", expression, r.Exception.Text)
	}
	return fmt.Sprint(r.Result.Value)
}

// Click clicks at a point of the visible part of the page, in CSS pixels.
func (f *Firefox) Click(t *testing.T, x, y float64) {
	t.Helper()
	f.do(t, "input.performActions", map[string]any{"context": f.tab, "actions": []any{map[string]any{
		"type": "pointer", "id": "mouse", "actions": []any{
			map[string]any{"type": "pointerMove", "x": int(x), "y": int(y)},
			map[string]any{"type": "pointerDown", "button": 0},
			map[string]any{"type": "pointerUp", "button": 0},
		},
	}}}, nil)
}

// Requests returns the addresses that were requested since the page was opened.
func (f *Firefox) Requests() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.requests
}

// Errors returns the errors of scripts, and of the policy, since the page was opened.
func (f *Firefox) Errors() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.errors
}
