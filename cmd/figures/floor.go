package main

import "fmt"

// A floor is the least that a time can be on the machine on which it was measured: a sum of
// parts that the same run has measured, each by a benchmark of its own. A time in milliseconds
// says as much about the machine as about the program; its ratio to the floor says what the
// program adds to the work that the protocol asks for.
//
// It is the longer one of two times. The chain is what has to be done one after the other if
// every node has a core of its own. The work is what all nodes compute, divided among the cores
// that there are.
type floor []term

// A term is a part, how often it is in the chain, and how often in the work of all nodes
// together.
type term struct {
	part        string // the benchmark that reports it in ms/op, without "Benchmark"
	chain, work float64
}

// deal is the floor from the roster to the dealt hands: the steps of SPEC §7. It leaves out
// what is small (hand keys and signatures), what can be prepared (such as tables of multiples),
// and the computing of a commit or of a frame, for which nodes mostly wait.
func deal(seats, cards, hand int) floor {
	all, others := float64(seats), float64(seats-1)
	stack := fmt.Sprintf("Parts/seats=%d/cards=%d/", seats, cards)
	start := fmt.Sprintf("Parts/seats=%d/shares=1/", seats)
	hands := fmt.Sprintf("Parts/seats=%d/shares=%d/", seats, (seats-1)*hand)
	// One for the keys, one for who starts, one for each stack, one for the proofs, one
	// for the hands.
	steps := all + 4
	return floor{
		// A draw decides who starts: each seat makes its share of one point, and verifies those
		// of the others together.
		{start + "make", 1, all},
		{start + "verify", 1, all},
		// One seat after the other makes a stack from the one before it. All others read it,
		// but while the next seat works, that delays nobody.
		{stack + "mask", all, all},
		{stack + "read", others, all * others},
		// The last seat can prove only once it has made its stack. By then the others have
		// proved.
		{stack + "prove", 1, all},
		{stack + "verify", 1, all}, // the proofs of all others, together
		// Each seat makes its shares of all hands but its own, and verifies those of the
		// others together.
		{hands + "make", 1, all},
		{hands + "verify", 1, all},
		// What a node says in a step is on its disk before it leaves, and all others have to
		// receive it.
		{"Commit", steps, 0},
		{"Hop", steps, 0},
	}
}

// nextDeal is the floor from a settled hand to the next dealt one: nobody draws who starts.
func nextDeal(seats, cards, hand int) floor {
	f := deal(seats, cards, hand)[2:]
	for i := range f {
		if f[i].work == 0 {
			f[i].chain-- // that draw has a step of its own
		}
	}
	return f
}

// draw is the floor from the key press to the card, with four seats. The move is stored and
// sent. The shares of the card by the others are made, stored, sent back, and verified
// together. The screen, too, is a hop away from its daemon. In the work, each of the others
// verifies two shares beside its own, which is two thirds of three.
var draw = floor{
	{"Commit", 2, 0},
	{"Hop", 2, 0},
	{"Parts/seats=4/shares=1/make", 1, 3},
	{"Parts/seats=4/shares=1/verify", 1, 3},
}

// aLog is the floor of the verification of a log, for each full hand: all records are read, and
// all proofs and all signatures are verified in one sum each. Nothing has to wait for anything
// else, so the floor is the work alone; on one core, it is all of it.
func aLog(chain, work float64) floor {
	return floor{
		{"VerifyLog/part=read", chain, work},
		{"VerifyLog/part=proofs", chain, work},
		{"VerifyLog/part=signatures", chain, work},
	}
}

// verification is what one node spends to verify a deal of 14 seats and 232 cards: all stacks,
// proofs and shares of the others.
var verification = floor{
	{"Parts/seats=14/shares=1/verify", 1, 0},
	{"Parts/seats=14/cards=232/read", 13, 0},
	{"Parts/seats=14/cards=232/verify", 1, 0},
	{"Parts/seats=14/shares=39/verify", 1, 0},
}

// times returns the chain, and the work divided by a number of cores, in milliseconds. ok is
// false if a part has not been measured, if the floor is empty, or if cores is 0 because the
// figure itself has not been measured.
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
