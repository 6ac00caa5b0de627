package prefs

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"fives/p2p/control"
)

// A File is where preferences last. The zero value keeps nothing.
type File struct{ Path string }

// Name is the name of the file in the home.
const Name = "preferences.json"

// At returns the file in a home.
func At(home string) File { return File{filepath.Join(home, Name)} }

// A LineError says what is wrong in a line of the file.
type LineError struct {
	Path string
	Line int
	Err  error
}

func (e *LineError) Error() string { return fmt.Sprintf("%s, line %d: %v", e.Path, e.Line, e.Err) }

func (e *LineError) Unwrap() error { return e.Err }

// longest is how large a file may be: nobody writes more by hand.
const longest = 1 << 18

// Read reads the preferences; without a file they are [Default].
func (f File) Read() (Prefs, error) {
	_, p, err := f.load()
	return p, err
}

// Set changes one key and returns the new preferences. If the file is wrong somewhere, nothing
// is changed.
func (f File) Set(key, value string) (Prefs, error) {
	return f.change(func(t text, p Prefs) (text, Prefs, error) {
		next, err := p.With(key, value)
		if err != nil {
			return nil, p, err
		}
		s, _ := next.Setting(key) // by its full name
		return t.with(key, s.Value), next, nil
	})
}

// Reset removes a key from the file. The key need not be there.
func (f File) Reset(key string) (Prefs, error) {
	return f.change(func(t text, p Prefs) (text, Prefs, error) {
		next, err := p.Without(key)
		return t.without(key), next, err
	})
}

func (f File) change(do func(text, Prefs) (text, Prefs, error)) (Prefs, error) {
	t, p, err := f.load()
	if err != nil {
		return p, err
	}
	now, next, err := do(t, p)
	if err != nil {
		return p, err
	}
	if now.String() == t.String() {
		return next, nil
	}
	if err := os.MkdirAll(filepath.Dir(f.Path), 0o700); err != nil {
		return p, fmt.Errorf("prefs: %w", err)
	}
	if err := Replace(f.Path, []byte(now.String())); err != nil {
		return p, fmt.Errorf("prefs: %s cannot be written: %w", f.Path, err)
	}
	return f.Read() // the line numbers may have changed
}

func (f File) load() (text, Prefs, error) {
	if err := control.CheckOwner(filepath.Dir(f.Path)); err != nil {
		return nil, Default(), err
	}
	b, err := os.ReadFile(f.Path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, Default(), nil
	case err != nil:
		return nil, Default(), fmt.Errorf("prefs: %w", err)
	case len(b) > longest:
		return nil, Default(), fmt.Errorf("prefs: %s is longer than %d KiB", f.Path, longest>>10)
	}
	t, err := parse(b)
	p := Default()
	if err == nil {
		p, err = t.prefs()
	}
	var line *LineError
	if errors.As(err, &line) {
		line.Path = f.Path
	}
	return t, p, err
}
