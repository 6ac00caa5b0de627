// Package lessontest holds what the lesson of every game must keep. The suite of
// games (engine/games/suite) calls [Holds]. That the numbers of a lesson are true, each
// game shows for itself, with [Numbers]: what they are worked out from is its own.
//
// It is imported by tests only.
package lessontest
