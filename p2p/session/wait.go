package session

// Wait waits for the session to answer. It must not be called in a turn.
func Wait(f func(done func(error))) error {
	answer := make(chan error, 1)
	f(func(err error) { answer <- err })
	return <-answer
}

// WaitTable waits for the session to find or make a table.
func WaitTable(f func(done func(*Table, error))) (*Table, error) {
	type answer struct {
		t   *Table
		err error
	}
	answers := make(chan answer, 1)
	f(func(t *Table, err error) { answers <- answer{t, err} })
	a := <-answers
	return a.t, a.err
}
