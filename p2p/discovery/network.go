package discovery

import (
	"errors"
	"regexp"
)

// A service is the DNS-SD service that the nodes of one network announce and ask for (PROTOCOL §1.1),
// without the domain.
type service string

// defaultService is the service of nodes without a network name.
const defaultService service = "_fives._tcp"

// name returns the service with its domain.
func (s service) name() string { return string(s) + ".local." }

// networkName keeps a service within the 15 characters that RFC 6335 §5.1 allows.
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
