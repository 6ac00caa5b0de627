package cli_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"fives/cli"
	"fives/cli/command"
	"fives/cli/demo"
	"fives/p2p/api"
	"fives/p2p/control"
	"fives/p2p/discovery/netnstest"
	"fives/p2p/waittest"
)

// TestMain runs the tests in a network of their own if the system allows it, so that they never
// see daemons of other tests on this machine.
func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) != "fives" {
		std := [3]*os.File{os.Stdin, os.Stdout, os.Stderr}
		if status, ok := demo.Isolate(context.Background(), os.Args, std); ok {
			os.Exit(status)
		}
	}
	testscript.Main(m, map[string]func(){
		"fives": func() { os.Exit(cli.MainWith(cards(), os.Args, os.Stdin, os.Stdout, os.Stderr)) },
	})
}

// TestScript runs the command line's specification: testdata/script. The
// daemons of a script have homes below its folder, and talk over loopback.
//
// Beside testscript's own commands there are
//
//	status N COMMAND…       the command exits with status N
//	until REGEXP COMMAND…   the command is repeated until its output matches
//	described TYPE          each value of the last output is what JSON.md says of a TYPE
//	capture VAR REGEXP      VAR is the first group of a match in the last output
//	clockwise               FIRST, SECOND, THIRD… are who sits at the table in the last
//	                        output (JSON), from the one whose turn it is
func TestScript(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:           filepath.Join("testdata", "script"),
		Setup:         setup,
		UpdateScripts: os.Getenv("UPDATE_SCRIPTS") != "",
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"status": status, "until": until, "capture": capture, "described": describedOutput, "clockwise": clockwise,
		},
	})
}

// testKey is where a script finds the test that it belongs to.
type testKey struct{}

func setup(env *testscript.Env) error {
	env.Setenv("HOME", env.WorkDir)
	env.Setenv("FIVES_HOME", "")
	env.Setenv("XDG_DATA_HOME", "")
	env.Setenv("NO_COLOR", "1")
	env.Setenv("FIVES_NETWORK", netnstest.NetworkOf(env.WorkDir))
	env.Setenv(command.PatienceEnv, "5m")
	t := env.T().(testing.TB)
	env.Values[testKey{}] = t
	env.Defer(func() { stopDaemons(t, env.WorkDir) })
	return nil
}

// stopDaemons ends what a script has left running.
func stopDaemons(t testing.TB, dir string) {
	locks, _ := filepath.Glob(filepath.Join(dir, "*", "fives.lock"))
	for _, lock := range locks {
		home := filepath.Dir(lock)
		waittest.Until(t, "the daemon of "+home+" has ended", func() bool {
			if c, err := control.Dial(home); err == nil {
				_ = c.Shutdown(context.Background())
				c.Close()
			}
			return !control.InUse(home)
		})
	}
}

func status(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N COMMAND…")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	var exit *exec.ExitError
	if err := ts.Exec(args[1], args[2:]...); errors.As(err, &exit) {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}

func until(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: until REGEXP COMMAND…")
	}
	want, err := regexp.Compile(args[0])
	ts.Check(err)
	came := waittest.Try(ts.Value(testKey{}).(testing.TB), func() bool {
		// Not by ts.Exec, which would log every try.
		cmd := exec.Command(args[1], args[2:]...)
		cmd.Dir = ts.MkAbs(".")
		cmd.Env = []string{"PATH=" + ts.Getenv("PATH"), "HOME=" + ts.Getenv("HOME"), "NO_COLOR=1"}
		out, err := cmd.Output()
		return err == nil && want.Match(out)
	})
	ts.Check(ts.Exec(args[1], args[2:]...))
	if !came {
		ts.Fatalf("%q has not come", args[0])
	}
}

func describedOutput(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: described TYPE")
	}
	ts.Check(described(ts.ReadFile("stdout"), args[0]))
	ts.Check(recordAnswers(ts.ReadFile("stdout"), args[0]))
}

func capture(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: capture VAR REGEXP")
	}
	re, err := regexp.Compile(args[1])
	ts.Check(err)
	m := re.FindStringSubmatch(ts.ReadFile("stdout"))
	if len(m) < 2 {
		ts.Fatalf("%q matches nothing", args[1])
	}
	ts.Setenv(args[0], m[1])
}

func clockwise(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 0 {
		ts.Fatalf("usage: clockwise")
	}
	var t api.Table
	ts.Check(json.Unmarshal([]byte(ts.ReadFile("stdout")), &t))
	at := slices.IndexFunc(t.Seats, func(s api.Seat) bool { return s.Name == t.Turn })
	if at < 0 {
		ts.Fatalf("it is the turn of %q, and nobody there is called so", t.Turn)
	}
	for i, name := range []string{"FIRST", "SECOND", "THIRD"} {
		ts.Setenv(name, t.Seats[(at+i)%len(t.Seats)].Name)
	}
}
