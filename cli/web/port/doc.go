// Package port answers the page's requests in a Web Worker: it uses messages in place of a
// network. It is for js/wasm and empty elsewhere. It is a package of its own because it is
// built for js/wasm only.
//
// The page sends {id, method, path, body}, and {id, abort: true} to end a request. It also
// sends two messages that get no answer: {wake: true} when it may have slept or the network has
// changed, and {hidden} when it is hidden or shown again. The answer to a request is {id,
// status, type, name, say}, then {id, chunk} for each piece of it, a Uint8Array, and {id, end:
// true} at its end; or {id, error}. Messages of the worker without an id answer nothing: {say}
// while it starts, {fatal} if it cannot go on. The other side is byWorker in
// cli/web/static/transport.js.
//
// Call Serve when the node is up:
//
//	port.Serve(web.New(web.Config{Client: client}), node.Wake, node.Hide)
//
// Messages that come before that wait, if the worker's script keeps them: Serve takes those in
// the array "waiting" of the global scope.
package port
