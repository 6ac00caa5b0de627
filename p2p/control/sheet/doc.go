// Package sheet is the score sheets of a settled hand as the control interface has
// them (p2p/PROTOCOL.md §7.3): those of [fives/engine/rules.Item], with names of
// players and cards as text.
//
//	hand.Items = sheet.Of(result.Items, names)
package sheet
