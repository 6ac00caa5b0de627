package main

import (
	"embed"
	"errors"
	"fmt"
	"go/format"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

//go:embed template
var files embed.FS

// A game is one that does not exist yet.
type game struct {
	name  string // as typed: "high-card"
	title string // as read: "High Card"
	pkg   string // the package and its folder: "highcard"
}

var wellFormed = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)

// newGame refuses names that the program or Go could not use.
func newGame(name string) (game, error) {
	if !wellFormed.MatchString(name) {
		return game{}, fmt.Errorf("%q is no name for a game: lower-case words, with hyphens between them", name)
	}
	words := strings.Split(name, "-")
	g := game{name: name, pkg: strings.Join(words, "")}
	if token.IsKeyword(g.pkg) || types.Universe.Lookup(g.pkg) != nil || slices.Contains([]string{"all", "main", "template"}, g.pkg) {
		return game{}, fmt.Errorf("%s cannot be the name of a Go package that is used here", g.pkg)
	}
	for i, w := range words {
		words[i] = strings.ToUpper(w[:1]) + w[1:]
	}
	g.title = strings.Join(words, " ")
	return g, nil
}

const games = "engine/games"

func (g game) folder() string { return games + "/" + g.pkg }

// layOut makes the folder below the root of the module, and registers the game.
func (g game) layOut(root string) error {
	path := filepath.Join(root, games, "games.go")
	registry, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if registry, err = g.register(registry); err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(root, g.folder())); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s is there already (%v)", g.folder(), err)
	}
	if err := g.copy(filepath.Join(root, g.folder())); err != nil {
		return err
	}
	return os.WriteFile(path, registry, 0o644)
}

// copy writes the template under the name of the game.
func (g game) copy(folder string) error {
	return fs.WalkDir(files, "template", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		path := filepath.Join(folder, strings.TrimPrefix(name, "template"))
		if d.IsDir() {
			return os.MkdirAll(path, 0o755)
		}
		text, err := files.ReadFile(name)
		if err != nil {
			return err
		}
		return os.WriteFile(path, []byte(g.rename(string(text))), 0o644)
	})
}

func (g game) rename(text string) string {
	return strings.NewReplacer(
		"package template", "package "+g.pkg,
		"Package template", "Package "+g.pkg,
		"template", g.name,
		"Template", g.title,
	).Replace(text)
}

// Where a game is registered: after the last import and the last entry.
var (
	lastImport = regexp.MustCompile(`\n\t"([^"]+)/engine/games/[a-z0-9]+"\n(?s:.*)\)\n\nvar all`)
	lastEntry  = regexp.MustCompile(`\n\t[a-z0-9]+\.Rules,\n}\n`)
)

// register adds the game at the end of the registry.
func (g game) register(registry []byte) ([]byte, error) {
	text := string(registry)
	if regexp.MustCompile(`[/"]` + g.pkg + `"\n`).MatchString(text) {
		return nil, fmt.Errorf("%s/games.go imports a package %s already", games, g.pkg)
	}
	i, e := lastImport.FindStringSubmatchIndex(text), lastEntry.FindStringIndex(text)
	if i == nil || e == nil {
		return nil, fmt.Errorf("%s/games.go has no place for another game", games)
	}
	module, end := text[i[2]:i[3]], e[1]-len("}\n")
	text = text[:i[0]] + "\n\t\"" + module + "/" + g.folder() + "\"" + text[i[0]:end] + "\t" + g.pkg + ".Rules,\n" + text[end:]
	return format.Source([]byte(text))
}
