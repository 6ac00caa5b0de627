// Command release fills a folder with what is given to others: the program for every
// system that people play on, packed with its page of the manual, completions and the
// licences of all that is in it, packages for Debian, and SHA256SUMS.
//
// The same commit, built by the same release of Go, gives the same bytes, wherever and
// by whomever. The toolchain line of go.mod names that release; make release sets
// GOTOOLCHAIN to it, because GOTOOLCHAIN=local would ignore the line. The programs have
// no paths and no names of machines in them, and every time is that of the commit.
// `make release` runs it, `make reproduce` compares two runs.
package main
