package console

import (
	"io"
	"sync"
)

// answers is where answers go. It remembers the first write that failed: so no command has
// to look whether it could say what it has said, and none ends as if it had ([Streams.Report]).
type answers struct {
	to   io.Writer
	mu   sync.Mutex
	lost error
}

func (a *answers) Write(text []byte) (int, error) {
	n, err := a.to.Write(text)
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.lost == nil {
		a.lost = err
	}
	return n, err
}

// lost is why an answer could not be written, nil if all were.
func (s *Streams) lost() error {
	a, ok := s.Out.(*answers)
	if !ok {
		return nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.lost
}

// Screen is standard output itself, for what draws on it and for processes that get it.
func (s *Streams) Screen() io.Writer {
	if a, ok := s.Out.(*answers); ok {
		return a.to
	}
	return s.Out
}
