// Package cores spreads work over the machine's cores. Packages that must not start
// goroutines, such as engine/audit, engine/table and p2p/replica, take [Parallel] as an
// argument. Long work calls [Rest] again and again, so that it does not hold up the rest of the
// program in a browser, where everything shares one thread.
//
//	report, err := audit.VerifyFile(f, games.Find, audit.Options{Parallel: cores.Parallel})
package cores
