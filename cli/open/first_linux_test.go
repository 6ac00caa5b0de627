package open_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"fives/p2p/waittest"
)

// fetching notes what the page says of the program on its way, and where the button for the
// name is meanwhile.
const fetching = `(() => {
	self.come = []
	self.tops = new Set()
	const look = () => {
		const bar = document.querySelector("#fetched"), button = document.querySelector("#naming button")
		if (bar && self.come.at(-1) !== bar.value) self.come.push(bar.value)
		if (button?.checkVisibility()) self.tops.add(Math.round(button.getBoundingClientRect().top))
		requestAnimationFrame(look)
	}
	look()
	return true
})()`

// TestFirstMinute: on one screen a guest reads who invites, to what, with whom, and how much
// of the game has come, while it comes at 4 Mbit/s; and sits down from there. What the key is
// for stands behind a tap.
func TestFirstMinute(t *testing.T) {
	nodesInPages(t)
	d := newPair(t, "30")
	address := narrow(t, d.address, 4e6/8)
	d.visit(address+"#t="+d.table, 360, 640)
	eval[bool](d.player, fetching)
	d.says("#invites", "ana asks you to play Five")
	d.says("#sitting", "About 3 minutes. One chair is free.")
	d.says("#welcome", "the key with which it signs your moves")
	d.shows("#fetched")
	if !d.is(`document.querySelector("#naming").getBoundingClientRect().bottom <= innerHeight`) {
		t.Errorf("the first screen has to be scrolled: %s", d.text(`innerHeight + ", the form to " + document.querySelector("#naming").getBoundingClientRect().bottom`))
	}
	waittest.Until(t, "the program on its way", func() bool { return d.is(`self.come.length >= 5`) })
	waittest.Until(t, "all of the program", func() bool { return d.is(`self.come.at(-1) === document.querySelector("#fetched").max`) })
	waittest.Until(t, "the program to start", func() bool {
		return strings.HasPrefix(d.text(`document.querySelector("#starting").textContent`), "Looking")
	})
	if tops := eval[[]int](d.player, `[...tops]`); len(tops) != 1 {
		t.Errorf("the button for the name has been at the heights %v", tops)
	}
	if shown := d.text(`[...document.querySelectorAll("[data-guide]")].filter(g => g.checkVisibility()).map(g => g.innerText.trim()).join()`); shown != "How Five is played" {
		t.Errorf("of the games it explains %q", shown)
	}
	eval[bool](d.player, `(document.querySelector("#naming input").value = "be", true)`)
	d.taps("[data-guide=five] summary")
	d.says("[data-guide=five]", "Everybody holds five cards and wants few points")
	if !d.is(`document.querySelector("#naming").checkVisibility() && document.querySelector("#naming input").value === "be"`) {
		t.Error("the form has gone")
	}
	d.named("ben")
	d.shows("#hand button")
	come := eval[[]float64](d.player, `self.come`)
	if !slices.IsSorted(come) || len(come) < 15 {
		t.Errorf("the page said that so many pieces had come: %v", come)
	}
	d.do(chromedp.Navigate("about:blank"))
}
