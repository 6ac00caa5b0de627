// Package router asks the router of a home to pass connections from outside on to this machine:
// by UPnP (Internet Gateway Device) and by NAT-PMP (RFC 6886), whichever it answers. Nothing else
// in the program does, and nothing asks unless somebody wants friends from outside.
//
// The port outside is the port inside, because it is part of a link that people keep. A router
// keeps it open for an hour; an [Opening] asks again in time, also after sleep or in another
// network, and closes the port when it ends. A machine that is on the internet itself asks nobody.
//
// Anybody in the network can answer a search, and be asked next. So only what comes from the
// default gateway's own address counts, and no connection is made to any other, however it is
// named; answers are limited in size and time, and lead nowhere else.
//
// It is a package of its own because it speaks protocols of its own, and a page, which can ask no
// router, is built without them.
package router
