// Package browser is a node in a browser: what package node leaves open is here a store
// in IndexedDB, which has its identity too, a host that only dials, over WebSocket, and
// the list of nodes that the node which served the page gives, in the place of
// discovery. It is a package of its own because it builds for js only. It runs in a Web
// Worker. Its control interface has no socket: [Node.Handler] answers in the same process.
//
// A page that was frozen, killed or reloaded is a node after a crash: it takes up what
// the store has.
package browser
