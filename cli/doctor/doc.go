// Package doctor looks for what keeps a node from finding others and playing: the home folder
// and the store, the ports, the network interfaces and their multicast, firewalls, the clock,
// the daemon and the peers it has seen.
//
// [Examine] works with a daemon and without one. If there is a daemon, Examine asks it, because
// it knows best. Otherwise Examine tries for itself what a daemon would try, but announces
// nothing. Every [Finding] says what was found and, if something is wrong, what to do about it.
// Examine changes nothing.
//
// From inside one machine nobody can prove that another one gets through; findings about
// firewalls are hints.
//
//	findings := doctor.Examine(ctx, doctor.Config{Home: home, Port: host.DefaultPort})
package doctor
