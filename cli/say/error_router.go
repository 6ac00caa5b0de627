package say

import (
	"strconv"

	"fives/p2p/api"
)

// OuterAddress says where people find the address of their network on the internet.
const OuterAddress = "the router's own page shows it, as WAN or Internet address"

// ofRouter says why nobody can be let in from outside.
func ofRouter(e *api.Error) (s sentence) {
	const instead = "use a VPN such as Tailscale, or a rented machine"
	port := strconv.Itoa(e.Port)
	forward := "forward TCP port " + port + " to this machine there"
	if e.Name != "" {
		forward = "forward TCP port " + port + " to " + e.Name + " there"
	}
	const where = OuterAddress + ", and sites that show your address do"
	forward += ", and name its address on the internet: " + where + "; then: fives invite --far YOUR-ADDRESS"
	switch e.Reason {
	case api.ReasonBadHost:
		s = sentence{strconv.Quote(e.Address) + " is no address at which others on the internet reach this machine", "one looks like 203.0.113.7, or home.example.org:45354; a friend's name is not needed, the link is for whoever has it"}
	case api.ReasonFarPort:
		s = sentence{"TCP port " + port + " cannot be had: " + detail(e), "--port takes another one of this machine, to which the router then has to lead the port in the link: fives invite --far HOST:" + port + " --port PORT"}
	case api.ReasonNoRouter:
		s = sentence{"there is no router that could be asked", "name the address at which others reach this machine: " + where + "; then: fives invite --far YOUR-ADDRESS; or " + instead}
	case api.ReasonRouterOff:
		s = sentence{"your router does not answer when it is asked to open a port", forward}
	case api.ReasonRouterNo:
		s = sentence{"your router does not open the port", forward}
	case api.ReasonRouterInner:
		s = sentence{"your router's own address, " + e.Address + ", is shared with others: no port can be opened", instead}
	}
	return s
}

// farRouter says why the router lets nobody through; the warning has the reason of an error.
func farRouter(w api.Warning) string {
	return ofRouter(api.Fail(api.Reason(w.Detail), api.Data{Port: w.Port, Address: w.Address})).text
}
