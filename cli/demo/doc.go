// Package demo plays a whole game over the real stack on one machine: daemons as processes with
// homes of their own, which find each other by mDNS, with a computer player in every seat; at
// the end it exports the log. It is a package of its own because what starts and ends processes
// and namespaces is tested apart from the command that prints it.
//
// The daemons never touch a real network unless Config.LAN says so. On Linux, [Run] starts the
// program again in namespaces of its own (user, network, processes) if the system lets an
// ordinary user do that; when the process namespace ends, every daemon ends with it, whatever
// happens. If the system does not, the daemons talk over the loopback interface; if multicast
// does not work there either, demo tells them each other's addresses. In all cases they use a
// network name of their own, so that they find nobody else.
//
//	result, err := demo.Run(ctx, demo.Config{Game: "…", Seats: 4, Progress: os.Stderr})
//
// The program must treat the arguments "up --home … --name …" as the fives command line does,
// and run a daemon.
package demo
