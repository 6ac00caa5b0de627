// Package lot draws one of several seats, so that nobody knows or chooses which.
//
// A lot is drawn by all seats whose hand keys make the joint key of crypto/mask. Each
// gives its share x·U of a public point U, [Point], with a proof of crypto/dleq that it
// is one; the sum D of the shares is the joint secret times U, and [Draw] makes a seat of
// it. U is a hash of the log up to the keys, so D is fixed when nobody can know it: as
// long as one seat keeps its secret, to compute D is to solve the Diffie-Hellman problem
// for that seat's key and U. Who gives the last share knows the result before the others
// do, and can only keep the share back: it cannot make another result.
//
// It is a package of its own because it has a specification and vectors of its own.
//
// Source: crypto/SPEC.md §8; the construction is DDH-DVRF of Galindo, Liu, Ordean and
// Wong, "Fully Distributed Verifiable Random Functions and their Application to
// Decentralised Random Beacons" (EuroS&P 2021), with the share of every seat needed.
package lot
