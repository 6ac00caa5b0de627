//go:build js

package indexed

import "syscall/js"

// Messages between pages about a database.
const (
	ask  = "ask"
	here = "here"
)

// tabs are the other pages of this browser that use a database.
type tabs struct {
	alive   chan struct{} // receives a value when one of them says that it has the database
	channel js.Value      // undefined if the browser has no broadcast channels
	fn      js.Func
	mine    bool // this page has it
}

// gather asks the other pages which of them has the database.
func gather(name string) *tabs {
	t := &tabs{alive: make(chan struct{}, 1)}
	class := js.Global().Get("BroadcastChannel")
	if !class.Truthy() {
		return t
	}
	t.channel = class.New(name)
	t.fn = js.FuncOf(func(_ js.Value, args []js.Value) any {
		switch said := args[0].Get("data"); {
		case said.Type() != js.TypeString:
		case said.String() == ask && t.mine:
			t.channel.Call("postMessage", here)
		case said.String() == here && !t.mine:
			select {
			case t.alive <- struct{}{}:
			default:
			}
		}
		return nil
	})
	t.channel.Call("addEventListener", "message", t.fn)
	t.channel.Call("postMessage", ask)
	return t
}

// answer makes this page say from now on that it has the database.
func (t *tabs) answer() { t.mine = true }

func (t *tabs) close() {
	if t.channel.Truthy() {
		t.channel.Call("close")
		t.fn.Release()
	}
}
