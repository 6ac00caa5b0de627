// Package retell steps through the games of verified logs: their places ([Places]), the
// table as it was at one ([Frame]), and with whose eyes it is seen. What draws it is
// elsewhere: cli/replay in a terminal, cli/web in a browser.
package retell
