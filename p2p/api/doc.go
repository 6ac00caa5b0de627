// Package api is what a daemon and the programs on its machine say to each other: the
// types of requests, answers and events, the reasons why a request is refused, and the
// codes of warnings. p2p/PROTOCOL.md §7 lists them; package control carries them.
//
// It opens no socket and knows no HTTP, so a page in a browser speaks with these types too.
//
// Front ends put codes and data into words. Texts that others have chosen are not safe for a
// terminal until they went through [Clean] or [CleanAll], as all that a control.Client
// returns has:
//
//	err := api.Fail(api.ReasonNoTable, api.Data{Name: "ab12"})
//	fmt.Println(api.CleanAll(err).Name)
package api
