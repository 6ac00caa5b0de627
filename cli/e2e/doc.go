// Package e2e tests the program as people run it: processes with homes of their own, on
// loopback or in network namespaces joined by a bridge. They are killed, stopped, cut off and
// given bad networks while computer players play. It holds tests only. It is a package of its
// own because its tests run programs, not functions, and take minutes.
//
// A routine run kills a few daemons. Environment variables ask for the rest:
//
//	FIVES_E2E=1     everything in namespaces, shortened
//	FIVES_E2E=full  with the full times: a partition of 20 s, a sleep of 30 s, a silence of two minutes
//	FIVES_FAR=1     towns that are far from each other (make far)
//	FIVES_QUIET=10m how long nothing may leave a town there, with nobody far
//	FIVES_FILM=PATH a folder for what people's terminals show there, as asciinema plays it
//	FIVES_KILLS=50  how many daemons are killed during one game
//	FIVES_CRASHES, FIVES_ERRORS, FIVES_CUTS, FIVES_COPIES  how often a home meets faults (make faults)
//	FIVES_ONLY="no space"  one kind of faults, or one case of TestCover, such as "a draw"
//	FIVES_BIN=PATH  a built program to test instead of this tree's
//
// Nothing reaches a real network: the tests run in a network namespace of their own. If the
// system makes none, they use the loopback only, with addresses instead of multicast, and skip
// what needs more.
package e2e
