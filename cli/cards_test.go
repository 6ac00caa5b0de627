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
	return seat.Unhedged{Reader: &seeded{r: rand.NewChaCha8(sha256.Sum256([]byte(seed)))}}
}

// A seeded stream may be read concurrently.
type seeded struct {
	mu sync.Mutex
	r  *rand.ChaCha8
}

func (s *seeded) Read(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.r.Read(p)
}
