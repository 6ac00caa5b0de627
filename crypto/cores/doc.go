// Package cores spreads work over the machine's cores. Packages that must not start
// goroutines, such as engine/audit, engine/table and p2p/replica, take [Parallel] as an
// argument.
//
//	report, err := audit.VerifyFile(f, games.Find, audit.Options{Parallel: cores.Parallel})
package cores
