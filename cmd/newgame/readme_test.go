package main

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"fives/p2p/waittest"
)

// TestReadmeSteps adds a game to a copy of the tree by the steps of the README, and a second
// one that is as small as a game can be: two seats, one hand, one card each. After that all
// tests over the registered games pass. If the tree already has the README's example, the test
// adds a game with another name.
func TestReadmeSteps(t *testing.T) {
	waittest.Builds(t)
	root := t.TempDir()
	copyTree(t, "../..", root)
	first, second := free(t, root, example), free(t, root, "duel")
	for _, step := range steps(t, root) {
		do(t, root, strings.ReplaceAll(step, example, first.name))
	}
	do(t, root, "make game NAME="+second.name)
	shrink(t, root, second)
	do(t, root, "go test ./engine/games -run TestSuite/"+second.name+"$ -update")
	both := "^(" + first.name + "|" + second.name + ")$"
	packages := []string{"engine/games", "engine/audit", "engine/scenario", "engine/story", "engine/table", "cli/draw", "cli/command", "cli/report", "cli/tui"}
	do(t, root, "go test -vet=off ./"+strings.Join(packages, " ./")+" -run '^("+strings.Join(overGames(t, root, packages), "|")+")$/"+both+"'")
	do(t, root, "go test -vet=off ./cli -run '^(TestWholeGameAgainstComputers|TestLearn)$/"+both+"'")
	do(t, root, "go test -vet=off ./cmd/fives -run 'TestHouse|TestReadme'")
}

// example is the game that the README adds.
const example = "high-card"

// free returns a game whose name the tree does not have, and which begins with the given one.
func free(t *testing.T, root, name string) game {
	t.Helper()
	for {
		g, err := newGame(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(filepath.Join(root, g.folder())); errors.Is(err, fs.ErrNotExist) {
			return g
		}
		name += "-again"
	}
}

var overAll = regexp.MustCompile(`(?m)^func (Test\w+)\((?:.*\n)+?}`)

// overGames returns the tests of some packages that go over all registered games; others cannot
// fail because of a new one.
func overGames(t *testing.T, root string, packages []string) (tests []string) {
	t.Helper()
	for _, pkg := range packages {
		files, err := filepath.Glob(filepath.Join(root, pkg, "*_test.go"))
		if err != nil {
			t.Fatal(err)
		}
		begun := len(tests)
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range overAll.FindAllStringSubmatch(string(text), -1) {
				if strings.Contains(strings.ReplaceAll(m[0], "games.All()[0]", ""), "games.All()") || strings.Contains(m[0], "each(t,") {
					tests = append(tests, m[1])
				}
			}
		}
		if len(tests) == begun {
			t.Fatalf("no test of %s goes over the games", pkg)
		}
	}
	return tests
}

var block = regexp.MustCompile("(?s)\\*\\*To add a game\\*\\*.*?```sh\n(.*?)```")

// steps returns the commands of the README for somebody who adds a game.
func steps(t *testing.T, root string) []string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	m := block.FindSubmatch(text)
	if m == nil {
		t.Fatal("README.md does not say how to add a game")
	}
	commands := strings.Split(strings.TrimSpace(string(m[1])), "\n")
	if !strings.Contains(commands[0], "make game NAME="+example) {
		t.Fatalf("the first step is %q", commands[0])
	}
	return commands
}

// do runs a command. The place of the tree is not in what it compiles, so the next run of this
// test finds that in the build cache.
func do(t *testing.T, root, command string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "sh", "-c", command)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOFLAGS="+os.Getenv("GOFLAGS")+" -trimpath")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", command, err, out)
	}
	t.Logf("%s\n%s", command, out)
}

// shrink turns a game that was laid out into the smallest one.
func shrink(t *testing.T, root string, g game) {
	t.Helper()
	folder := filepath.Join(root, g.folder())
	edit(t, filepath.Join(folder, "rules.go"), "MaxSeats: 6", "MaxSeats: 2", "dealt = 3", "dealt = 1", "Default: 5", "Default: 1", "map[string]any{optionHands: 2}", "nil")
	edit(t, filepath.Join(folder, "RULES.md"), "(2 to 6 seats)", "(2 seats)")
	edit(t, filepath.Join(folder, "HOWTO.md"), "Ks 7h Qs", "7c")
	write(t, filepath.Join(folder, "lesson.json"), `{"about": "One card each.", "players": ["ana", "ben"], "decks": [["7s", "7c"]],
		"promises": ["the higher card wins"], "explain": {"play *": "It is your only card."}, "closing": "That was all.", "steps": [
		{"seat": "ana", "move": "play 7s", "say": "Play it."},
		{"seat": "ben", "move": "play 7c", "shows": "the higher card wins", "say": "The trick is yours (rule 4).", "expect": {"settled": {"points": {"ana": 1}}}}]}`)
	scenarios, err := filepath.Glob(filepath.Join(folder, "testdata", "*.json"))
	if err != nil || len(scenarios) != 1 {
		t.Fatalf("scenarios: %q (%v)", scenarios, err)
	}
	duel := `{"game": "` + g.name + `", "players": ["ana", "ben"], "decks": [["7c", "7s"]], "moves": [
		{"seat": "ana", "move": "play 7c"}, {"seat": "ben", "move": "play 7s", "expect": {"state": {"winners": ["ben"]}}}]}`
	write(t, scenarios[0], duel)
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// edit replaces texts in a file, each of which must be there.
func edit(t *testing.T, path string, pairs ...string) {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	text := string(b)
	for i := 0; i < len(pairs); i += 2 {
		if !strings.Contains(text, pairs[i]) {
			t.Fatalf("%s has no %q", path, pairs[i])
		}
		text = strings.ReplaceAll(text, pairs[i], pairs[i+1])
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// copyTree copies the sources.
func copyTree(t *testing.T, from, to string) {
	t.Helper()
	err := filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		switch {
		case name == ".git" || name == "bin":
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		case d.IsDir():
			return os.MkdirAll(filepath.Join(to, name), 0o755)
		case !d.Type().IsRegular():
			return nil
		}
		b, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, name), b, 0o644)
	})
	if err != nil {
		t.Fatal(err)
	}
}
