package main

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// want is the list after six runs of testdata/moody, from the seed 100 on.
const want = `
moody TestBreaks: pass 4 fail 2
	GOMAXPROCS=2 beside N busy loops, -shuffle=103: moody-4.txt
	GOMAXPROCS=1 alone, -shuffle=104: moody-5.txt
moody TestFails: fail 6
	GOMAXPROCS=2 alone, -shuffle=100: moody-1.txt
	GOMAXPROCS=1 beside N busy loops, -shuffle=101: moody-2.txt
	GOMAXPROCS=16 alone, -shuffle=102: moody-3.txt
	GOMAXPROCS=2 beside N busy loops, -shuffle=103: moody-4.txt
	GOMAXPROCS=1 alone, -shuffle=104: moody-5.txt
	GOMAXPROCS=16 beside N busy loops, -shuffle=105: moody-6.txt
moody TestOnOneProcessor: pass 4 fail 2
	GOMAXPROCS=1 beside N busy loops, -shuffle=101: moody-2.txt
	GOMAXPROCS=1 alone, -shuffle=104: moody-5.txt
moody TestParts/bad: pass 5 fail 1
	GOMAXPROCS=16 alone, -shuffle=102: moody-3.txt
moody TestSkipsOnce: pass 5 skip 1
`

// The list has the tests whose verdict changes and those that fail always or are broken off,
// with all that it takes to run them again; and none of those that always pass.
func TestListsWhatChanges(t *testing.T) {
	t.Setenv("MOODY", filepath.Join(t.TempDir(), "runs"))
	var out strings.Builder
	r := runner{times: 6, seed: 100, limit: time.Hour, folder: t.TempDir(), out: &out}
	steady, err := r.run(t.Context(), []string{"./testdata/moody"})
	if err != nil || steady {
		t.Errorf("steady %v, %v", steady, err)
	}
	_, list, _ := strings.Cut(out.String(), "run 6 of 6: ")
	_, list, _ = strings.Cut(list, "\n")
	list = strings.ReplaceAll(list, r.folder+"/fives+cmd+flaky+testdata+", "")
	list = strings.ReplaceAll(list, "fives/cmd/flaky/testdata/", "")
	list = regexp.MustCompile(`[0-9]+ busy loops`).ReplaceAllString(list, "N busy loops")
	if "\n"+list != want {
		t.Errorf("the list is\n%swant%s", list, want)
	}
	said, err := os.ReadFile(filepath.Join(r.folder, "fives+cmd+flaky+testdata+moody-3.txt"))
	if !strings.Contains(string(said), "TestParts/bad") {
		t.Errorf("%v, the output of the third run is %q", err, said)
	}
}

// Who interrupts it gets the list of what has been, without the package that was running.
func TestInterrupted(t *testing.T) {
	runs := filepath.Join(t.TempDir(), "runs")
	t.Setenv("MOODY", runs)
	if err := os.WriteFile(runs, []byte("xxxxxx"), 0o600); err != nil { // the seventh run waits for ever
		t.Fatal(err)
	}
	ctx, end := context.WithCancel(t.Context())
	var out strings.Builder
	r := runner{times: 1000, limit: time.Hour, folder: t.TempDir(), out: &out}
	time.AfterFunc(0, func() {
		for b, _ := os.ReadFile(runs); len(b) < 7 && ctx.Err() == nil; b, _ = os.ReadFile(runs) {
			time.Sleep(10 * time.Millisecond)
		}
		end()
	})
	steady, err := r.run(ctx, []string{"./testdata/moody"})
	if files, _ := os.ReadDir(r.folder); err != nil || !steady || len(files) != 0 || !strings.Contains(out.String(), "run 1 of 1000 is broken off") {
		t.Errorf("steady %v, %v, %d files\n%s", steady, err, len(files), out.String())
	}
}

// When its time is over, no package begins.
func TestTimeIsOver(t *testing.T) {
	t.Setenv("MOODY", filepath.Join(t.TempDir(), "runs"))
	var out strings.Builder
	r := runner{times: 2, limit: time.Hour, until: time.Now().Add(-time.Second), folder: t.TempDir(), out: &out}
	steady, err := r.run(t.Context(), []string{"./testdata/moody"})
	if err != nil || !steady || !strings.Contains(out.String(), "run 1 of 2 is broken off") {
		t.Errorf("steady %v, %v\n%s", steady, err, out.String())
	}
}

// The settings are 1, 2 and 16 processors, each alone and beside busy loops.
func TestSettings(t *testing.T) {
	got := make(map[int]int)
	for _, s := range settings() {
		got[s.processors]++
		if s.beside > 0 {
			got[s.processors] += 10
		}
	}
	for _, n := range []int{1, 2, 16} {
		if got[n] != 12 {
			t.Errorf("%d processors: %d, want one setting alone and one beside busy loops", n, got[n])
		}
	}
}
