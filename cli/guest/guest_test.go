package guest_test

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"testing"

	"fives/cli/guest"
	"fives/cli/invite"
	"fives/cli/signed"
	"fives/cli/wasm"
	"fives/cli/web"
	"fives/p2p/api"
)

var (
	linux  = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
	mac    = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15"
	phone  = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36"
	window = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36"
)

func invitation() api.Invitation {
	return api.Invitation{
		On: true, Port: 45380, Fingerprint: "d865-d67f-3781-cc85-60dc",
		Addresses: []string{"/ip4/10.1.1.1/tcp/45380/ws/p2p/12D3KooWother", "/ip4/127.0.0.1/tcp/45380/ws/p2p/12D3KooWhere"},
	}
}

// path is the secret part of the address of an invitation, shelf where lies what browsers may keep,
// and former the name of the place of an invitation before it.
var path, shelf, former = "k7fdo2xn4wqb", "/b5uuo7r2kq3c", []string{"fives 0123456789abcdef0123"}

// archivesOf makes files of a release with some text in them.
func archivesOf(t *testing.T, names ...string) (folder string) {
	t.Helper()
	folder = t.TempDir()
	for _, name := range names {
		write(t, folder, name, strings.Repeat(name+"\n", 1000))
	}
	return folder
}

func write(t *testing.T, folder, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// open begins to serve the archives of a folder, without programs for browsers, whether or
// not they were built into this test.
func open(t *testing.T, folder string) (*guest.Pages, *httptest.Server) {
	t.Helper()
	p := guest.New()
	p.SetPrograms(func(string) (wasm.Program, error) { return wasm.Program{}, wasm.ErrNotBuilt })
	if err := p.Open(invitation, path, shelf, former, "ana", folder); err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(p)
	t.Cleanup(func() { s.Close(); p.Close() })
	return p, s
}

// get asks for a page, with headers as names and values.
func get(t *testing.T, address string, headers ...string) (*http.Response, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	resp, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp, string(body)
}

// Archives of the version that runs.
var (
	release    = "fives-" + strings.TrimPrefix(api.ProgramVersion(), "v")
	forLinux   = release + "-linux-amd64.tar.gz"
	forMac     = release + "-darwin-arm64.tar.gz"
	forWindows = release + "-windows-amd64.zip"
)

// TestFront: every visitor is offered what fits first, with its hash, and everything else
// below; the page names the node and says what to trust.
func TestFront(t *testing.T) {
	folder := archivesOf(t, forLinux, forMac, forWindows, release+"-linux-amd64.deb", "fives-0.0.1-linux-amd64.tar.gz")
	_, s := open(t, folder)
	for agent, want := range map[string]string{linux: forLinux, mac: forMac, window: forWindows, phone: ""} {
		resp, page := get(t, s.URL, "User-Agent", agent)
		if resp.StatusCode != http.StatusOK {
			t.Fatalf("%s: %s", agent, page)
		}
		_, button, _ := strings.Cut(page, `class="button" href="`)
		first, _, _ := strings.Cut(strings.TrimPrefix(button, "get/"), `"`)
		if first != want {
			t.Errorf("%s is offered %q, want %q", agent, first, want)
		}
		for _, text := range []string{forLinux, forMac, forWindows, "d865-d67f-3781-cc85-60dc", "ana's node", "need not trust", "/ip4/127.0.0.1/tcp/45380/ws/p2p/12D3KooWhere"} {
			if !strings.Contains(page, text) {
				t.Errorf("%s: the page lacks %q", agent, text)
			}
		}
		sum := fmt.Sprintf("%x", sha256.Sum256([]byte(strings.Repeat(forLinux+"\n", 1000))))
		if !strings.Contains(page, sum) {
			t.Errorf("%s: the page lacks the hash of %s", agent, forLinux)
		}
	}
}

// TestNothingForThem: a visitor whose system is known, and for whom there is no program, is
// told so and offered no other. A visitor with an unknown system may choose.
func TestNothingForThem(t *testing.T) {
	_, s := open(t, archivesOf(t, forLinux))
	for agent, system := range map[string]string{window: "Windows", mac: "macOS"} {
		_, page := get(t, s.URL, "User-Agent", agent)
		if strings.Contains(page, forLinux) || strings.Contains(page, "get/") {
			t.Errorf("%s is offered a program for Linux", system)
		}
		if !strings.Contains(page, "has no program for "+system+" here") || !strings.Contains(page, "fives invite --archives FOLDER") {
			t.Errorf("%s is not told that there is nothing", system)
		}
	}
	for _, agent := range []string{"", phone} {
		if _, page := get(t, s.URL, "User-Agent", agent); !strings.Contains(page, forLinux) {
			t.Errorf("%q does not get to choose", agent)
		}
	}
	if _, page := get(t, s.URL, "User-Agent", linux); !strings.Contains(page, `get/`+forLinux) {
		t.Error("Linux gets nothing")
	}
}

// TestPolicy: a page may load only what is in it, and names chosen by other people are text.
func TestPolicy(t *testing.T) {
	p, s := open(t, "")
	if err := p.Open(invitation, path, shelf, former, `<script>alert(1)</script>`, ""); err != nil {
		t.Fatal(err)
	}
	resp, page := get(t, s.URL)
	if strings.Contains(page, "<script>alert") {
		t.Error("a name is part of the page's code")
	}
	policy := resp.Header.Get("Content-Security-Policy")
	if !strings.HasPrefix(policy, "default-src 'none';") || strings.Contains(policy, "unsafe") || strings.Contains(policy, "*") || strings.Contains(policy, "http") {
		t.Errorf("the policy is %q", policy)
	}
	if !strings.Contains(policy, "; font-src 'self'; ") || !strings.Contains(page, `url(web/`+web.Font+`)`) || strings.Count(page, "url(") != 1 {
		t.Errorf("the page loads another font than its own, or more: %q", policy)
	}
	if resp, _ := get(t, s.URL+"/web/"+web.Font); resp.StatusCode != http.StatusOK {
		t.Errorf("the font: %s", resp.Status)
	}
	if strings.Contains(page, "http://") || strings.Contains(page, "https://") || strings.Contains(page, "//cdn") {
		t.Error("the page names another host")
	}
	for _, name := range []string{"X-Content-Type-Options", "Referrer-Policy"} {
		if resp.Header.Get(name) == "" {
			t.Errorf("no header %s", name)
		}
	}
}

// TestOwnProgram: without archives, visitors with the same system get the running program, if
// it needs no library.
func TestOwnProgram(t *testing.T) {
	_, s := open(t, "")
	_, page := get(t, s.URL+"/files.json")
	var served invite.Served
	if err := json.Unmarshal([]byte(page), &served); err != nil {
		t.Fatal(err)
	}
	if !guest.Alone() {
		if len(served.Files) != 0 {
			t.Errorf("%+v are offered, though the program needs libraries of this machine", served.Files)
		}
		t.Skip("this test was built with cgo")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(self)
	if err != nil {
		t.Fatal(err)
	}
	if len(served.Files) != 1 || served.Files[0].SHA256 != fmt.Sprintf("%x", sha256.Sum256(b)) || served.Files[0].System != runtime.GOOS+"-"+runtime.GOARCH || !served.Files[0].Own || served.Files[0].Origin != invite.OwnBuild {
		t.Fatalf("%+v", served.Files)
	}
	if _, got := get(t, s.URL+"/get/"+served.Files[0].Name); got != string(b) {
		t.Error("other bytes than those that run")
	}
}

// TestDownload: parts of a file can be asked for, and only of the same file; what has not
// changed is not sent again.
func TestDownload(t *testing.T) {
	folder := archivesOf(t, forLinux)
	whole := strings.Repeat(forLinux+"\n", 1000)
	_, s := open(t, folder)
	address := s.URL + "/get/" + forLinux
	resp, body := get(t, address)
	etag := resp.Header.Get("ETag")
	if body != whole || etag != fmt.Sprintf(`"%x"`, sha256.Sum256([]byte(whole))) || !strings.Contains(resp.Header.Get("Content-Disposition"), forLinux) {
		t.Fatalf("%s, %d bytes: %v", resp.Status, len(body), resp.Header)
	}
	for _, c := range []struct {
		headers []string
		status  int
		body    string
	}{
		{[]string{"Range", "bytes=20000-", "If-Range", etag}, http.StatusPartialContent, whole[20000:]},
		{[]string{"Range", "bytes=20000-", "If-Range", `"another"`}, http.StatusOK, whole},
		{[]string{"Range", "bytes=-5"}, http.StatusPartialContent, whole[len(whole)-5:]},
		{[]string{"Range", "bytes=99999999-"}, http.StatusRequestedRangeNotSatisfiable, ""},
		{[]string{"If-None-Match", etag}, http.StatusNotModified, ""},
	} {
		resp, body := get(t, address, c.headers...)
		if resp.StatusCode != c.status || c.status < 300 && body != c.body || c.status == http.StatusNotModified && body != "" {
			t.Errorf("%q: %s, %d bytes", c.headers, resp.Status, len(body))
		}
	}
}

// TestOnlyWhatIsOffered: no address leads to anything else, whatever it looks like.
func TestOnlyWhatIsOffered(t *testing.T) {
	folder := archivesOf(t, forLinux, "diary.txt", "fives-9.9.9-plan9-amd64.tar.gz", "fives-x.sh", ".fives-1-linux-amd64.zip")
	secret := filepath.Join(t.TempDir(), "secret")
	write(t, filepath.Dir(secret), "secret", "a key")
	if err := os.Symlink(secret, filepath.Join(folder, "fives-9.9.9-linux-arm64.tar.gz")); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(folder, "fives-9.9.9-darwin-arm64.tar.gz"), 0o755); err != nil {
		t.Fatal(err)
	}
	_, s := open(t, folder)
	for _, path := range []string{
		"/get/diary.txt", "/get/", "/get", "/get/fives-9.9.9-plan9-amd64.tar.gz", "/get/fives-x.sh", "/get/.fives-1-linux-amd64.zip", "/get/fives-9.9.9-linux-arm64.tar.gz",
		"/get/fives-9.9.9-darwin-arm64.tar.gz", "/get/..%2f..%2fetc%2fpasswd", "/get/%2e%2e/%2e%2e/etc/passwd", "/get/" + forLinux + "/", "/get/" + forLinux + "%00", "/get//" + secret, "/v1/status", "/index.html",
		"/get/..%5c..%5cboot.ini",
	} {
		resp, body := get(t, s.URL+path)
		if resp.StatusCode/100 == 3 {
			resp, body = get(t, s.URL+resp.Header.Get("Location"))
		}
		if resp.StatusCode != http.StatusNotFound && resp.StatusCode != http.StatusBadRequest {
			t.Errorf("%s: %s: %.80q", path, resp.Status, body)
		}
	}
	resp, err := http.Post(s.URL+"/", "text/plain", strings.NewReader("x"))
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if resp.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("a POST: %s", resp.Status)
	}
}

// TestChangedFile: a file that is overwritten is refused, because the inviter has shown another
// hash; one that only loses its name is served as it was.
func TestChangedFile(t *testing.T) {
	folder := archivesOf(t, forLinux, forMac)
	p, s := open(t, folder)
	write(t, folder, forLinux, "something else")
	if resp, body := get(t, s.URL+"/get/"+forLinux); resp.StatusCode != http.StatusGone || !strings.Contains(body, "changed") {
		t.Errorf("%s: %q", resp.Status, body)
	}
	if runtime.GOOS != "windows" {
		if err := os.Remove(filepath.Join(folder, forMac)); err != nil {
			t.Fatal(err)
		}
		if resp, body := get(t, s.URL+"/get/"+forMac); resp.StatusCode != http.StatusOK || body != strings.Repeat(forMac+"\n", 1000) {
			t.Errorf("%s: %d bytes", resp.Status, len(body))
		}
	}
	if err := p.Open(invitation, path, shelf, former, "ana", folder); err != nil {
		t.Fatal(err)
	}
	if resp, body := get(t, s.URL+"/get/"+forLinux); resp.StatusCode != http.StatusOK || body != "something else" {
		t.Errorf("after another invitation: %s: %q", resp.Status, body)
	}
}

// TestWrongSum: an archive that does not match the release's own list is not offered.
func TestWrongSum(t *testing.T) {
	folder := archivesOf(t, forLinux)
	sum := fmt.Sprintf("%x", sha256.Sum256([]byte(strings.Repeat(forLinux+"\n", 1000))))
	write(t, folder, "SHA256SUMS", sum+"  "+forLinux+"\n")
	p, _ := open(t, folder)
	write(t, folder, forLinux, "cut off")
	if err := p.Open(invitation, path, shelf, former, "ana", folder); err == nil || !strings.Contains(err.Error(), forLinux) {
		t.Errorf("opened: %v", err)
	}
	if err := p.Open(invitation, path, shelf, former, "ana", filepath.Join(folder, "nowhere")); err == nil {
		t.Error("a folder that is not there is opened")
	}
}

// TestOrigin: the page and the list of files say of each file whether it is of the release that a
// maintainer has signed, and only then the list and its signature are there for visitors. With one
// byte of the list changed, a signature for something else or by somebody else, without one, or for
// a file that the list does not have, its origin is unknown.
func TestOrigin(t *testing.T) {
	if _, err := exec.LookPath("ssh-keygen"); err != nil {
		t.Skip("ssh-keygen is not installed")
	}
	keys := t.TempDir()
	keygen := func(args ...string) {
		t.Helper()
		if out, err := exec.CommandContext(t.Context(), "ssh-keygen", args...).CombinedOutput(); err != nil {
			t.Fatalf("ssh-keygen %q: %v: %s", args, err, out)
		}
	}
	for _, name := range []string{"maintainer", "other"} {
		keygen("-q", "-t", "ed25519", "-N", "", "-f", filepath.Join(keys, name))
	}
	public, err := os.ReadFile(filepath.Join(keys, "maintainer.pub"))
	if err != nil {
		t.Fatal(err)
	}
	maintainers, err := signed.Parse(fmt.Appendf(nil, "maintainer namespaces=%q %s", "fives-release", public))
	if err != nil {
		t.Fatal(err)
	}
	list := fmt.Sprintf("%x  %s\n", sha256.Sum256([]byte(strings.Repeat(forLinux+"\n", 1000))), forLinux)
	for name, c := range map[string]struct {
		key, namespace string
		changed        string // what the list is after it has been signed
		others         bool   // the keys of the tree
		release        bool
	}{
		"signed":             {key: "maintainer", namespace: "fives-release", changed: list, release: true},
		"not signed":         {changed: list},
		"one byte changed":   {key: "maintainer", namespace: "fives-release", changed: list + "\n"},
		"another namespace":  {key: "maintainer", namespace: "file", changed: list},
		"another key":        {key: "other", namespace: "fives-release", changed: list},
		"no such maintainer": {key: "maintainer", namespace: "fives-release", changed: list, others: true},
	} {
		folder := archivesOf(t, forLinux, forMac)
		write(t, folder, "SHA256SUMS", list)
		if c.key != "" {
			keygen("-Y", "sign", "-n", c.namespace, "-f", filepath.Join(keys, c.key), filepath.Join(folder, "SHA256SUMS"))
		}
		write(t, folder, "SHA256SUMS", c.changed)
		p, s := open(t, "")
		if !c.others {
			p.SetMaintainers(maintainers)
		}
		if err := p.Open(invitation, path, shelf, former, "ana", folder); err != nil {
			t.Fatal(err)
		}
		origins := map[string]invite.Origin{}
		_, text := get(t, s.URL+"/files.json")
		var served invite.Served
		if err := json.Unmarshal([]byte(text), &served); err != nil {
			t.Fatal(err)
		}
		for _, f := range served.Files {
			origins[f.Name] = f.Origin
		}
		want := invite.Unknown
		if c.release {
			want = invite.Release
		}
		if origins[forLinux] != want || origins[forMac] != invite.Unknown {
			t.Errorf("%s: %v", name, origins)
		}
		_, page := get(t, s.URL, "User-Agent", linux)
		_, other := get(t, s.URL, "User-Agent", mac)
		if strings.Contains(page, "It is the signed release.") != c.release || strings.Contains(page, "It is of unknown origin.") == c.release ||
			strings.Contains(page, "SHA256SUMS.sig") != c.release || !strings.Contains(other, "It is of unknown origin.") {
			t.Errorf("%s: the page says otherwise", name)
		}
		resp, got := get(t, s.URL+"/get/SHA256SUMS")
		signature, _ := get(t, s.URL+"/get/SHA256SUMS.sig")
		if c.release && got != list || (resp.StatusCode == http.StatusOK) != c.release || (signature.StatusCode == http.StatusOK) != c.release {
			t.Errorf("%s: the list: %s, its signature: %s", name, resp.Status, signature.Status)
		}
	}
}

// TestLikeRelease: the running program is a build of one's own unless it may be a release.
func TestLikeRelease(t *testing.T) {
	for _, c := range []struct {
		version, modified, trimmed string
		want                       bool
	}{
		{"v1.2.3", "false", "true", true},
		{"v1.2.3-rc.1", "false", "true", true},
		{"v1.2.3", "true", "true", false},
		{"v1.2.3+dirty", "false", "true", false},
		{"v1.2.3", "false", "", false},
		{"v1.2.4-0.20261122163105-f020ea84f5f7", "false", "true", false},
		{"v0.0.0-20261122163105-f020ea84f5f7", "false", "true", false},
		{"(devel)", "", "true", false},
	} {
		info := &debug.BuildInfo{Settings: []debug.BuildSetting{{Key: "vcs.modified", Value: c.modified}, {Key: "-trimpath", Value: c.trimmed}}}
		info.Main.Version = c.version
		if guest.LikeRelease(info) != c.want {
			t.Errorf("%+v", c)
		}
	}
}

// TestClosed: before an invitation and after it nothing is served, not even to those who come
// while it ends.
func TestClosed(t *testing.T) {
	p := guest.New()
	s := httptest.NewServer(p)
	defer s.Close()
	if resp, _ := get(t, s.URL); resp.StatusCode != http.StatusNotFound {
		t.Errorf("before: %s", resp.Status)
	}
	folder := archivesOf(t, forLinux)
	var visitors sync.WaitGroup
	for range 20 {
		if err := p.Open(invitation, path, shelf, former, "ana", folder); err != nil {
			t.Fatal(err)
		}
		visitors.Go(func() {
			resp, err := http.Get(s.URL + "/get/" + forLinux)
			if err != nil {
				return // cut off
			}
			io.Copy(io.Discard, resp.Body)
			resp.Body.Close()
		})
		if err := p.Close(); err != nil {
			t.Fatal(err)
		}
	}
	visitors.Wait()
	if resp, _ := get(t, s.URL+"/get/"+forLinux); resp.StatusCode != http.StatusNotFound {
		t.Errorf("after: %s", resp.Status)
	}
}
