// Motion, sound and vibration of the table, and the button that turns all of them off. Somebody
// whose system asks for less motion gets none, and hears nothing until they turn it on with the
// button.

import { fly, land, places } from "./fly.js"
import * as tones from "./tones.js"
import { keep, kept } from "./kept.js"

const still = matchMedia("(prefers-reduced-motion: reduce)")
const on = () => (kept("lively") ?? (still.matches ? "off" : "on")) === "on"
const moves = () => on() && !still.matches
still.addEventListener("change", () => { land(); shown() })

const button = () => document.querySelector("#lively")

// shown makes the button say whether it is on.
export function shown() {
  button()?.setAttribute("aria-pressed", on())
}

// toggle turns all on or off.
export function toggle() {
  keep("lively", on() ? "off" : "on")
  if (!on()) { land(); navigator.vibrate?.(0) }
  shown()
}

addEventListener("click", () => { if (on()) tones.tapped() }, { capture: true })

// before records what a screen looks like, to be compared with the next one.
export function before(table) {
  return {
    places: moves() ? places(table) : null, table: table?.dataset.table, beat: table?.dataset.beat ?? "",
    yours: table?.hasAttribute("data-yours"), over: table?.hasAttribute("data-over"),
    taken: !!table?.querySelector("[data-taken]"),
  }
}

// after shows and sounds what has changed since.
export function after(was, table) {
  shown()
  if (!table || was.table !== table.dataset.table || !on()) return
  if (was.places) fly(was.places, table)
  const over = table.hasAttribute("data-over"), yours = table.hasAttribute("data-yours")
  const moved = was.beat.split(",")[1] !== table.dataset.beat.split(",")[1]
  if (moved && !over) tones.play(table.querySelector("[data-taken]") && !was.taken ? "trick" : "card")
  if (over && !was.over) tones.play(table.dataset.over === "won" ? "win" : "trick")
  else if (yours && !was.yours) tones.play("turn")
}

// yourTurn sounds when it is the person's turn at another table.
export function yourTurn() { if (on()) tones.play("turn") }
