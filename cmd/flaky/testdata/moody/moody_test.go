// Package moody has tests for cmd/flaky: some that are steady and some that are not.
package moody

import (
	"fmt"
	"os"
	"runtime"
	"testing"
)

// runs counts the runs of this package in the file that MOODY names, with this one.
func runs(t *testing.T) int {
	b, err := os.ReadFile(os.Getenv("MOODY"))
	if err != nil {
		t.Fatal(err)
	}
	return len(b)
}

func TestMain(m *testing.M) {
	f, err := os.OpenFile(os.Getenv("MOODY"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		panic(err)
	}
	fmt.Fprint(f, "x")
	f.Close()
	m.Run()
}

func TestPasses(t *testing.T) {}

func TestFails(t *testing.T) { t.Error("as always") }

func TestSkipsOnce(t *testing.T) {
	if runs(t) == 2 {
		t.Skip("this time")
	}
}

func TestParts(t *testing.T) {
	t.Run("good", func(t *testing.T) {})
	t.Run("bad", func(t *testing.T) {
		if runs(t) == 3 {
			t.Error("this time")
		}
	})
}

func TestOnOneProcessor(t *testing.T) {
	if runtime.GOMAXPROCS(0) == 1 {
		t.Errorf("%d processor", 1)
	}
}

// A test may end everything, or wait for ever. Being parallel, this one goes on when all
// others are done.
func TestBreaks(t *testing.T) {
	t.Parallel()
	switch n := runs(t); {
	case n == 4:
		go panic("as in a goroutine that nobody waits for")
		select {}
	case n == 5:
		os.Exit(3)
	case n > 6:
		select {}
	}
}
