package console

import (
	"io"
	"sync"
)

// answers writes answers and remembers the first write that failed. So no command has to check
// whether its output was written, and none can succeed if it was not ([Streams.Report]).
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

// lost returns why an answer could not be written, nil if all were.
func (s *Streams) lost() error {
	a, ok := s.Out.(*answers)
	if !ok {
		return nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.lost
}

// Screen returns standard output itself, for what draws on it and for child processes.
func (s *Streams) Screen() io.Writer {
	if a, ok := s.Out.(*answers); ok {
		return a.to
	}
	return s.Out
}
