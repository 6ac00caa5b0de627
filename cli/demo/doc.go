// Package demo plays a whole game over the real stack on one machine: daemons as
// processes of their own with homes of their own, which find each other by mDNS, a
// computer player in every seat, and the exported log at the end. It is a package of
// its own because what starts and ends processes and namespaces is tested apart from
// the command that prints it.
//
// The daemons never touch a real network unless Config.LAN says so. On Linux
// [Run] starts the program again in namespaces of its own (user, network,
// processes) where the system lets an ordinary user do that; the end of the
// process namespace also takes every daemon with it, whatever happens. Where
// it does not, the daemons talk over the loopback interface; where multicast
// does not work there either, they are told each other's addresses. Wherever
// they are, they are on a network of a name of their own, so that they find
// nobody else.
//
//	result, err := demo.Run(ctx, demo.Config{Game: "…", Seats: 4, Progress: os.Stderr})
//
// The program must hand the arguments "up --home … --name …" to a daemon, as
// the fives command line does.
package demo
