package sqlite

import (
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// mended is the first SQLite whose write-ahead log cannot be corrupted by a checkpoint that
// runs beside a commit of another connection (https://www.sqlite.org/wal.html#walresetbug).
// With one connection that does not happen here, but nobody should have to remember that.
const mended = "3.51.3"

// TestVersion: what zombiezen.com/go/sqlite asks for is older than that.
func TestVersion(t *testing.T) {
	conn, err := sqlite.OpenConn(":memory:")
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	version, err := sqlitex.ResultText(conn.Prep("SELECT sqlite_version()"))
	if err != nil {
		t.Fatal(err)
	}
	if versionNumber(t, version) < versionNumber(t, mended) {
		t.Errorf("SQLite is %s, want %s or newer", version, mended)
	}
	t.Log("SQLite", version)
}

// versionNumber returns a version as SQLite counts it: 3051003 for 3.51.3.
func versionNumber(t *testing.T, version string) (n int) {
	t.Helper()
	for part := range strings.SplitSeq(version, ".") {
		i, err := strconv.Atoi(part)
		if err != nil {
			t.Fatal(err)
		}
		n = n*1000 + i
	}
	return n
}

// TestLibc: modernc.org/sqlite needs the release of libc that it was translated for, and no newer one.
func TestLibc(t *testing.T) {
	list := func(format, module string) string {
		out, err := exec.Command("go", "list", "-m", "-f", format, module).Output()
		if err != nil {
			t.Skip("no go command that knows the modules: ", err)
		}
		return strings.TrimSpace(string(out))
	}
	names, err := os.ReadFile(list("{{.GoMod}}", "modernc.org/sqlite"))
	if err != nil {
		t.Fatal(err)
	}
	want := regexp.MustCompile(`modernc\.org/libc (v\S+)`).FindSubmatch(names)
	if want == nil {
		t.Fatal("modernc.org/sqlite names no libc any more")
	}
	if got := list("{{.Version}}", "modernc.org/libc"); got != string(want[1]) {
		t.Errorf("libc is %s, and SQLite was translated for %s", got, want[1])
	}
}
