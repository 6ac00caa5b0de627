package main

import "fmt"

// A floor is what a time cannot be less than on the machine that it was measured on: a
// sum of parts that the same run has measured, each by a benchmark of its own. A time in
// milliseconds says as much of the machine as of the program; its ratio to the floor says
// what the program adds to the work that the protocol asks for.
//
// It is the longer one of two times. The chain is what has to be done one after the other
// if every node has a core of its own. The work is what all nodes compute, shared out to
// the cores that there are.
type floor []term

// A term is a part, how often it stands in the chain, and how often in the work of all
// nodes together.
type term struct {
	part        string // the benchmark, without "Benchmark", that reports it in ms/op
	chain, work float64
}

// deal is the floor from the roster to the dealt hands: the steps of SPEC §7. It leaves
// out what is small, hand keys and signatures; what can be prepared, as tables of
// multiples; and the work of a commit or of a frame, for which nodes mostly wait.
func deal(seats, cards, hand int) floor {
	all, others := float64(seats), float64(seats-1)
	stack := fmt.Sprintf("Parts/seats=%d/cards=%d/", seats, cards)
	start := fmt.Sprintf("Parts/seats=%d/shares=1/", seats)
	hands := fmt.Sprintf("Parts/seats=%d/shares=%d/", seats, (seats-1)*hand)
	// One for the keys, one for who starts, one for each stack, one for the proofs, one
	// for the hands.
	steps := all + 4
	return floor{
		// Who starts is drawn: each seat makes its share of one point, and verifies those
		// of the others together.
		{start + "make", 1, all},
		{start + "verify", 1, all},
		// One seat after the other makes a stack of the one before it. All read it, but
		// while the next seats work that takes nobody's time.
		{stack + "mask", all, all},
		{stack + "read", others, all * others},
		// The last seat can prove only when it has made its stack. The others have proved
		// by then.
		{stack + "prove", 1, all},
		{stack + "verify", 1, all}, // the proofs of all others, together
		// Each seat makes its shares of all hands but its own, and verifies those of the
		// others together.
		{hands + "make", 1, all},
		{hands + "verify", 1, all},
		// What a node says in a step is on its disk before it leaves, and all others have
		// to get it.
		{"Commit", steps, 0},
		{"Hop", steps, 0},
	}
}

// nextDeal is the floor from a settled hand to the next dealt one: nobody draws who starts.
func nextDeal(seats, cards, hand int) floor {
	f := deal(seats, cards, hand)[2:]
	for i := range f {
		if f[i].work == 0 {
			f[i].chain-- // the step of that
		}
	}
	return f
}

// draw is the floor from the key press to the card, with four seats: the move is stored
// and goes out, the others' shares of the card are made, stored, and come back, and are
// verified together. The screen is a hop away from its daemon, too. In the work, each of
// the others verifies two shares beside its own, which is two thirds of three.
var draw = floor{
	{"Commit", 2, 0},
	{"Hop", 2, 0},
	{"Parts/seats=4/shares=1/make", 1, 3},
	{"Parts/seats=4/shares=1/verify", 1, 3},
}

// aLog is the floor of the verification of a log, for each full hand: all records are read,
// and all proofs and all signatures verified in one sum each. Nothing has to wait for
// anything else, so it is the work alone; on one core, it is all of it.
func aLog(chain, work float64) floor {
	return floor{
		{"VerifyLog/part=read", chain, work},
		{"VerifyLog/part=proofs", chain, work},
		{"VerifyLog/part=signatures", chain, work},
	}
}

// verification is what one node spends to verify a deal of 14 seats and 232 cards: all
// stacks, proofs and shares of the others.
var verification = floor{
	{"Parts/seats=14/shares=1/verify", 1, 0},
	{"Parts/seats=14/cards=232/read", 13, 0},
	{"Parts/seats=14/cards=232/verify", 1, 0},
	{"Parts/seats=14/shares=39/verify", 1, 0},
}

// times are the chain, and the work on so many cores, in milliseconds. ok is false if a
// part has not been measured, or, with no cores, what it is the floor of.
func (f floor) times(m measurements, cores int) (chain, work float64, ok bool) {
	for _, t := range f {
		ms, ok := m.value(t.part, "ms/op")
		if !ok {
			return 0, 0, false
		}
		chain, work = chain+t.chain*ms, work+t.work*ms
	}
	return chain, work / float64(cores), len(f) > 0 && cores > 0
}
