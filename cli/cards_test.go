package cli_test

import (
	"crypto/sha256"
	"io"
	"math/rand/v2"
	"os"
	"sync"

	"fives/engine/seat"
)

// cardsEnv names a seed for the cards of the daemon that a process of this test
// binary becomes. The program itself knows nothing of it.
const cardsEnv = "FIVES_TEST_CARDS"

// cards is the randomness of a daemon in a test: that of the seed, or nil for
// the system's.
func cards() io.Reader {
	seed := os.Getenv(cardsEnv)
	if seed == "" {
		return nil
	}
	return &seeded{r: rand.NewChaCha8(sha256.Sum256([]byte(seed))), stacks: map[[32]byte][]byte{}}
}

// A seeded stream may be read concurrently. It keeps what stacks were made of.
type seeded struct {
	mu     sync.Mutex
	r      *rand.ChaCha8
	stacks map[[32]byte][]byte
}

var _ seat.Unhedged = (*seeded)(nil)

func (s *seeded) Read(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.r.Read(p)
}

// Stack is the stream of one stack.
func (s *seeded) Stack(seed [32]byte) io.Reader {
	s.mu.Lock()
	defer s.mu.Unlock()
	return &stackStream{from: s, seed: seed, kept: s.stacks[seed]}
}

// A stackStream reads what is kept of a stack, and then what is new, which it keeps.
type stackStream struct {
	from *seeded
	seed [32]byte
	kept []byte
}

func (k *stackStream) Read(p []byte) (int, error) {
	if len(k.kept) > 0 {
		n := copy(p, k.kept)
		k.kept = k.kept[n:]
		return n, nil
	}
	k.from.mu.Lock()
	defer k.from.mu.Unlock()
	n, err := k.from.r.Read(p)
	k.from.stacks[k.seed] = append(k.from.stacks[k.seed], p[:n]...)
	return n, err
}
