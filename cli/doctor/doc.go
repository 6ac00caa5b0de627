// Package doctor looks for what keeps a node from finding others and playing:
// the home folder and the store, the ports, the network interfaces and their
// multicast, firewalls, the clock, the daemon and the peers it has seen.
//
// [Examine] works with a daemon and without one. With one it asks the daemon,
// which knows best; without one it tries for itself what the daemon would try,
// and announces nothing meanwhile. Every [Finding] says what was found and, if
// that is not well, what to do about it. Nothing is changed.
//
// A look from inside one machine cannot prove that another one gets through;
// findings about firewalls are hints.
//
//	findings := doctor.Examine(ctx, doctor.Config{Home: home, Port: host.DefaultPort})
package doctor
