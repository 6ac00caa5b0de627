// Command release fills a folder with what is given to others: the program for every system
// that people play on, packed with its manual page, completions and the licences of everything
// in it, beside each archive what the program is made of (CycloneDX), packages for Debian, and
// SHA256SUMS, which a maintainer signs (.github/SECURITY.md).
//
// The same commit, built by the same release of Go, gives the same bytes, wherever and by
// whomever. The toolchain line of go.mod names that release; make release sets GOTOOLCHAIN to
// it, because GOTOOLCHAIN=local would ignore the line. The programs contain no paths and no
// names of machines, and every time is that of the commit. `make release` runs this command,
// `make reproduce` compares two runs, which nobody signs.
package main
