// Package port answers the page's requests in a Web Worker: messages in the place of a
// network. It is for js/wasm; elsewhere it is empty. It is a package of its own because
// it is built for js/wasm only.
//
// The page sends {id, method, path, body}, and {id, abort: true} to end a request; and {wake:
// true} when it may have slept, or the network has changed, and {hidden} when it is hidden, or
// shown again, which have no answer. The
// answer is {id, status, type, name, say}, then {id, chunk} for each piece of it, a Uint8Array,
// and {id, end: true} at its end; or {id, error}. What has no id the worker says by
// itself: {say} while it starts, {fatal} if it cannot go on. The other side is
// byWorker in cli/web/static/transport.js.
//
// Serve is called when the node is up:
//
//	port.Serve(web.New(web.Config{Client: client}), node.Wake, node.Hide)
//
// Messages that come before it wait, if the worker's script keeps them: Serve takes over
// those in the array "waiting" of the global scope.
package port
