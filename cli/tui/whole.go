package tui

import "os"

// A whole is the input of a terminal, from which it hands on a sequence of the terminal only when
// all of it has come. Whoever reads a terminal waits a moment for the rest of a sequence, and then
// takes what has come for keys. On a bad link that moment passes within the answer to "which
// background", and a colour such as rgb:1c1c/… would press keys.
//
// An ESC behind which nothing has come is the escape key, as far as anybody knows, and is handed
// on. If an answer or the mouse turns out to have begun with it, the rest up to its end is dropped.
type whole struct {
	*os.File
	held []byte // the beginning of a sequence
	cut  bool   // the ESC of what is held has been handed on
}

const (
	esc = 0x1b
	bel = 0x07
	// longestHeld is how many bytes of a sequence are kept. What is longer answers nothing that
	// was asked, and is kept without its middle.
	longestHeld = 256
)

// Read reads what is whole. That is nothing if only a part of a sequence has come.
func (w *whole) Read(p []byte) (int, error) {
	room := len(p) - len(w.held)
	if room <= 0 {
		return 0, nil
	}
	n, err := w.File.Read(p[:room])
	return copy(p, w.take(p[:n], n == room)), err
}

// take takes what has come and returns what is whole; more says that there may be more to read at
// once.
func (w *whole) take(come []byte, more bool) (all []byte) {
	for _, b := range come {
		all = append(all, w.next(b)...)
	}
	if len(w.held) == 1 && !w.cut && !more {
		all, w.cut = append(all, esc), true
	}
	return all
}

// next takes a byte and returns what is whole with it.
func (w *whole) next(b byte) []byte {
	switch {
	case len(w.held) == 0 && b == esc:
		w.held, w.cut = []byte{esc}, false
	case len(w.held) == 0:
		return []byte{b}
	case len(w.held) == 1 && b != '[' && b != ']', len(w.held) == 2 && w.held[1] == ']' && (b < '0' || b > '9'):
		return append(w.release(), w.next(b)...) // it was a key
	case b == esc && w.held[1] == ']':
		w.hold(b) // perhaps of its end, ESC \
	case w.brokenOff(b):
		held := w.held
		w.held = nil
		if held[len(held)-1] == esc {
			w.held, w.cut = []byte{esc}, false
		}
		return w.next(b)
	default:
		ends := w.ends(b)
		if w.hold(b); ends && w.cut && w.answers() {
			w.held = nil
		} else if ends {
			return w.release()
		}
	}
	return nil
}

// hold adds a byte to what is held.
func (w *whole) hold(b byte) {
	if w.held = append(w.held, b); len(w.held) > longestHeld {
		w.held = append(w.held[:longestHeld/2], b)
	}
}

// release returns what is held and has not been handed on.
func (w *whole) release() []byte {
	held := w.held
	if w.held = nil; w.cut {
		return held[1:]
	}
	return held
}

// ends reports whether a byte is the last one of the held sequence: BEL or ESC \ of an answer in
// words, three bytes behind the old mouse's ESC [ M, and a letter or such of all others.
func (w *whole) ends(b byte) bool {
	n := len(w.held)
	switch {
	case n < 2:
		return false
	case w.held[1] == ']':
		return b == bel || b == '\\' && w.held[n-1] == esc
	case n > 2 && w.held[2] == 'M':
		return n == 5
	}
	return b >= '@' && b <= '~' && (n > 2 || b != 'M')
}

// brokenOff reports whether a byte cannot belong to the held sequence, as a key that is pressed
// while its end is missing for good.
func (w *whole) brokenOff(b byte) bool {
	n := len(w.held)
	switch {
	case n < 2 || n > 2 && w.held[1] == '[' && w.held[2] == 'M':
		return false
	case w.held[n-1] == esc:
		return b != '\\'
	}
	return b < ' ' && !w.ends(b)
}

// answers reports whether what is held is an answer of the terminal, or the mouse, and no key.
func (w *whole) answers() bool {
	return w.held[1] == ']' || len(w.held) > 2 && (w.held[2] == '<' || w.held[2] == '?' || w.held[2] == 'M')
}
