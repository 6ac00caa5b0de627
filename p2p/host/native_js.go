package host

import "errors"

var errDialsOnly = errors.New("this system can only dial")

func (s *stack) listening() []func(Config) error {
	return []func(Config) error{func(Config) error { return errDialsOnly }}
}

func (h *Host) listen() error { return errDialsOnly }
