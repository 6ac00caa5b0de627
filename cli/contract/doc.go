// Package contract has what all front ends have to say alike: each event, in which words and how
// loud, and what a settled hand has brought. A test in each of them puts the cases of [News] and
// [Results] to the front end itself and compares.
//
// A new kind of event, or a new word for what happened, fails the test of this package until it is
// a case here, and then those of the front ends until they tell it.
//
// The ways in which a table can stand, with what each front end says and offers there, are those of
// screentest.States; TestStates of package cli tells them to all front ends.
//
// It is for tests only.
package contract
