package seat

import (
	"bytes"
	"crypto/ed25519"
	"errors"
	"fmt"
	"io"
	"slices"

	"fives/crypto/mask"
	"fives/crypto/piece"
	"fives/crypto/ristretto"
	"fives/crypto/shuffle"
	"fives/crypto/sigma"
	"fives/crypto/transcript"
	"fives/engine/record"
	"fives/engine/table"
)

// ErrNoKey means that the seat's secret for the running hand is missing, or is not the one
// that belongs to its key, so this hand cannot go on with this seat.
var ErrNoKey = errors.New("seat: the secret key of this hand is missing")

// A HandSecret is a seat's secret for one hand. The zero value is a seat that has
// none yet.
type HandSecret struct {
	Number  int
	Secret  ristretto.Scalar
	Seal    ristretto.Scalar // of the sealing key; zero in a hand without
	Shuffle ShuffleSecret
}

// A ShuffleSecret says what a seat's stack was made from. It is kept until the seat has
// proved the stack; in a hand with sealing keys as long as the other secrets of the hand, or
// until the seat makes another stack in it. The zero value is a seat that has nothing to prove.
type ShuffleSecret struct {
	Step uint64   // of the stack
	Seed [32]byte // the fresh part of the randomness for permutation and factors
}

// afterReceipt returns what a seat keeps of the secrets of a hand when it signs its
// receipt. In a hand with sealing keys it keeps all of them: until everybody has receipted
// the hand, the log may give way to one in which the hand goes on and owes shares (SPEC
// §10.7). They are erased once everybody has.
func (h HandSecret) afterReceipt() HandSecret {
	if h.Seal.IsZero() {
		return HandSecret{}
	}
	return h
}

// ErrNotDue says that the seat owes no such record now.
var ErrNotDue = errors.New("seat: nothing of the kind is due")

// Work makes the body of the record that a seat owes as card work: anything
// but a move. The seat's long-term key signs nothing here; secrets are derived
// from it. The caller must store the returned secret together with the record. It
// differs from h only at the beginning and the end of a hand, and in a shuffle.
func Work(t *table.Table, seat int, key ed25519.PrivateKey, h HandSecret, now uint64, rand io.Reader) (body any, after HandSecret, err error) {
	if !slices.Contains(t.Missing(), seat) {
		return nil, h, ErrNotDue
	}
	switch d := t.Pending(); d.Kind {
	case record.KindRoster:
		return record.Empty{}, h, nil
	case record.KindAccept:
		return *t.Continuation(), h, nil
	case record.KindSeal:
		return sealingKey(t, seat, key, rand)
	case record.KindKey:
		return handKey(t, seat, key, h, rand)
	case record.KindStack:
		return stack(t, seat, key, h, rand)
	case record.KindProof:
		return Prove(t, seat, key, h, rand)
	case record.KindShares:
		body, err = shares(t, seat, h, rand)
	case record.KindReceipt:
		r := t.Receipt()
		r.Time = now
		return r, h.afterReceipt(), nil
	default:
		err = fmt.Errorf("%w: a %s is no card work", ErrNotDue, d.Kind)
	}
	return body, h, err
}

// Unhedged makes [Work] take secrets directly from a stream of randomness, so that
// the same cards come again. It is for tests of whole programs only: it gives up the
// promises of SPEC §7.8.
type Unhedged interface {
	io.Reader
	// Stack returns the stream for the stack with that seed. The first time, its bytes come
	// from the Reader; later calls repeat them.
	Stack(seed [32]byte) io.Reader
}

// secrets returns the stream from which the seat makes the secrets of the record that it
// owes now (SPEC §7.8). The transcript contains the head, which stands for the whole log
// and so for the statement.
func secrets(t *table.Table, seat int, key ed25519.PrivateKey, rand io.Reader) (io.Reader, error) {
	if u, ok := rand.(Unhedged); ok {
		return u, nil
	}
	return t.Transcript(seat).Hedge("secrets", key.Seed(), rand)
}

// sealingKey draws the secret from which the pieces of a hand key are made, and publishes
// its public half.
func sealingKey(t *table.Table, seat int, key ed25519.PrivateKey, rand io.Reader) (any, HandSecret, error) {
	z, err := draw(t, seat, key, rand)
	if err != nil {
		return nil, HandSecret{}, err
	}
	enc, proof, err := publish(t, seat, z, rand)
	return record.SealingKey{Key: enc, Proof: proof}, HandSecret{Number: t.HandNumber(), Seal: z}, err
}

// handKey makes the secret of a hand and publishes its public half (crypto/SPEC §3). It is
// the sum of its pieces (crypto/SPEC §9), or drawn if nobody holds any.
func handKey(t *table.Table, seat int, key ed25519.PrivateKey, h HandSecret, rand io.Reader) (body any, after HandSecret, err error) {
	holders := t.Holders(seat)
	if len(holders) > 0 && h.Number != t.HandNumber() {
		return nil, h, ErrNoKey
	}
	after = HandSecret{Number: t.HandNumber(), Seal: h.Seal}
	var pieces []ristretto.Scalar
	for _, k := range holders {
		w := t.PieceRoute(seat, k)
		s := w.Derive(piece.Shared(h.Seal, w.To))
		pieces, after.Secret = append(pieces, s), after.Secret.Add(s)
	}
	if len(holders) == 0 {
		if after.Secret, err = draw(t, seat, key, rand); err != nil {
			return nil, h, err
		}
	}
	enc, proof, err := publish(t, seat, after.Secret, rand)
	return record.HandKey{Key: enc, Proof: proof, Pieces: piece.EncodeCommitments(piece.Commit(pieces))}, after, err
}

// draw draws the secret of a key that the seat owes.
func draw(t *table.Table, seat int, key ed25519.PrivateKey, rand io.Reader) (x ristretto.Scalar, err error) {
	stream, err := secrets(t, seat, key, rand)
	if err == nil {
		x, err = ristretto.RandomScalar(stream)
	}
	if err != nil {
		return x, fmt.Errorf("seat: %w", err)
	}
	return x, nil
}

// publish encodes the public half of a secret and proves possession of it.
func publish(t *table.Table, seat int, x ristretto.Scalar, rand io.Reader) (enc, proof []byte, err error) {
	pub := ristretto.MulBase(x)
	p, err := sigma.ProveSchnorr(t.Transcript(seat), sigma.SchnorrStatement{X: pub}, sigma.Witness{X: x}, rand)
	if err != nil {
		return nil, nil, fmt.Errorf("seat: %w", err)
	}
	b := pub.Encode()
	return b[:], p.Encode(), nil
}

// stack permutes and re-masks the stack before it (crypto/SPEC §6). That needs no hand key;
// but a seat that has lost its own, and could never open a card, does not shuffle either.
func stack(t *table.Table, seat int, key ed25519.PrivateKey, h HandSecret, rand io.Reader) (any, HandSecret, error) {
	if !h.fits(t, seat) {
		return nil, h, ErrNoKey
	}
	secret := ShuffleSecret{Step: t.Step()}
	fresh := rand
	if _, ok := rand.(Unhedged); ok {
		fresh = bytes.NewReader(t.Transcript(seat).ChallengeBytes("stack", len(secret.Seed)))
	}
	if _, err := io.ReadFull(fresh, secret.Seed[:]); err != nil {
		return nil, h, fmt.Errorf("seat: %w", err)
	}
	joint, in := t.Hand().ShuffleInput()
	stream, err := secret.stream(t, seat, key, rand)
	if err != nil {
		return nil, h, err
	}
	out, _, err := shuffle.Shuffle(joint, in, stream)
	if err != nil {
		return nil, h, fmt.Errorf("seat: %w", err)
	}
	if _, ok := rand.(Unhedged); ok {
		io.CopyN(io.Discard, stream, int64(len(secret.Seed))) // the part that the proof will read
	}
	h.Shuffle = secret
	return record.Stack{Stack: mask.EncodeStack(out)}, h, nil
}

// stream returns the randomness for the permutation and the factors of the stack (SPEC
// §7.8).
func (s ShuffleSecret) stream(t *table.Table, seat int, key ed25519.PrivateKey, rand io.Reader) (io.Reader, error) {
	if u, ok := rand.(Unhedged); ok {
		return u.Stack(s.Seed), nil
	}
	stream, err := t.TranscriptOf(seat, s.Step, record.KindStack).Hedge("secrets", key.Seed(), bytes.NewReader(s.Seed[:]))
	if err != nil {
		return nil, fmt.Errorf("seat: %w", err)
	}
	return stream, nil
}

// Prove makes the body that proves the seat's stack in the running shuffle. That can be
// done as soon as the stack has been taken in, before the record is owed. Prove returns the
// secrets to store together with the record, as [Work] does. The error is [ErrNotDue] until
// the stack has been taken in, and [ErrNoKey] if its secret is missing.
func Prove(t *table.Table, seat int, key ed25519.PrivateKey, h HandSecret, rand io.Reader) (body any, after HandSecret, err error) {
	st, step, ok := t.ShuffleOf(seat)
	if !ok {
		return nil, h, ErrNotDue
	}
	if h.Shuffle.Step != step {
		return nil, h, ErrNoKey
	}
	stream, err := h.Shuffle.stream(t, seat, key, rand)
	if err != nil {
		return nil, h, err
	}
	w, err := shuffle.DrawWitness(len(st.In), stream)
	if err != nil {
		return nil, h, fmt.Errorf("seat: %w", err)
	}
	if !w.Fits(st) { // the stack was made with another secret
		return nil, h, ErrNoKey
	}
	if _, ok := rand.(Unhedged); ok {
		rand = stream
	}
	proof, err := shuffle.Prove(t.TranscriptOf(seat, step, record.KindProof), st, w, rand)
	if err != nil {
		return nil, h, fmt.Errorf("seat: %w", err)
	}
	if h.Seal.IsZero() { // or the log may give way to one that owes this proof for another head (SPEC §10.7)
		h.Shuffle = ShuffleSecret{}
	}
	return record.Proof{Proof: proof.Encode()}, h, nil
}

func shares(t *table.Table, seat int, h HandSecret, rand io.Reader) (any, error) {
	b, proof, err := open(t, seat, h, t.SharesOwed(seat), rand)
	return record.Shares{Shares: b, Proof: proof}, err
}

// open makes the seat's shares of points, with one proof for all
// (crypto/SPEC §4). Callers pass only points that the table says are due.
func open(t *table.Table, seat int, h HandSecret, points []ristretto.Element, rand io.Reader) (shares, proof []byte, err error) {
	if len(points) == 0 {
		return nil, nil, nil
	}
	if h.Number != t.HandNumber() {
		return nil, nil, ErrNoKey
	}
	return openWith(t.Transcript(seat), t.Hand().Key(seat), h.Secret, points, rand)
}

// openWith makes the shares of points under a key, or under a commitment to a piece, with
// one proof for all.
func openWith(tr *transcript.Transcript, key ristretto.Element, x ristretto.Scalar, points []ristretto.Element, rand io.Reader) (shares, proof []byte, err error) {
	st, p, err := sigma.ProveDLEQ(tr, key, points, sigma.Witness{X: x}, rand)
	if errors.Is(err, sigma.ErrWitness) {
		return nil, nil, ErrNoKey
	}
	if err != nil {
		return nil, nil, fmt.Errorf("seat: %w", err)
	}
	for _, q := range st.Pairs {
		enc := q.D.Encode()
		shares = append(shares, enc[:]...)
	}
	return shares, p.Encode(), nil
}

// fits reports whether h is the secret of the key that the seat has published for
// the running hand.
func (h HandSecret) fits(t *table.Table, seat int) bool {
	return h.Number == t.HandNumber() && ristretto.MulBase(h.Secret).Equal(t.Hand().Key(seat))
}
