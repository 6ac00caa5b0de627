package host

func (s *stack) listening() []func(Config) error {
	return []func(Config) error{func(Config) error { return errDialOnly }}
}

func (h *Host) listen() error { return errDialOnly }

func (h *Host) bindPages(int, int) (int, error) { return 0, errDialOnly }
