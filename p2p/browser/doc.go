// Package browser runs a node in a browser. To what package node does, it adds a store in IndexedDB, which also has the
// identity, a host that only dials, over WebSocket, and, in place of discovery, the list of nodes that the node which
// served the page knows. It is a package of its own because it builds for js only. It runs in a Web Worker. Its control
// interface has no socket: front ends call it in the same process ([control.Within]).
//
// A page that was frozen, killed or reloaded is a node after a crash: it goes on from what the store has.
package browser
