// Package cores shares work out over the cores of the machine. What is pure, and
// starts no goroutines of its own, takes [Parallel] as an argument: engine/audit,
// engine/table, p2p/replica.
//
//	report, err := audit.VerifyFile(f, games.Find, audit.Options{Parallel: cores.Parallel})
package cores
