// Package api defines what a daemon and the programs on its machine say to each other: the
// types of requests, answers and events, the reasons for refusing a request, and the codes of
// warnings. p2p/PROTOCOL.md §7 lists them; package control carries them.
//
// It opens no socket and knows no HTTP, so pages in browsers use these types too.
//
// Front ends put codes and data into words. Text chosen by others is not safe for a terminal
// until it has gone through [Clean] or [CleanAll]. Everything that a control.Client returns
// already has; for the rest:
//
//	err := api.Fail(api.ReasonNoTable, api.Data{Name: "ab12"})
//	fmt.Println(api.CleanAll(err).Name)
package api
