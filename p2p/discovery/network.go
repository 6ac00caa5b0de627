package discovery

import (
	"errors"
	"regexp"
)

// A service is what a node is announced as, and asks for: that of one network
// name (PROTOCOL §1.1), without the domain.
type service string

// defaultService is that of the nodes without a network name.
const defaultService service = "_fives._tcp"

// name is the service with its domain.
func (s service) name() string { return string(s) + ".local." }

// networkName leaves the 15 characters that RFC 6335 §5.1 grants to a service.
var networkName = regexp.MustCompile(`^[a-z0-9]{1,9}$`)

// CheckNetwork returns why a network cannot have that name, nil if it can. The
// empty name is allowed.
func CheckNetwork(name string) error {
	if name != "" && !networkName.MatchString(name) {
		return errors.New("discovery: the name of a network has 1 to 9 letters from a to z and digits")
	}
	return nil
}

func serviceOf(network string) service {
	if network == "" {
		return defaultService
	}
	return service("_fives-" + network + "._tcp")
}
