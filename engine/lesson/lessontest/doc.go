// Package lessontest holds what the lesson of every game must keep. The suite of
// games (engine/games/suite) calls [Holds].
//
// It is imported by tests only.
package lessontest
