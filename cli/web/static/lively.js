// Motion, sound and vibration of the table, as far as the person wants them (taste.js).

import { fly, land, places } from "./fly.js"
import * as tones from "./tones.js"
import { on, still } from "./taste.js"

still.addEventListener("change", land)
addEventListener("click", () => { if (on("sound")) tones.tapped() }, { capture: true })

// calm ends at once what is no longer wanted.
export function calm() {
  if (!on("motion")) land()
  if (!on("vibration")) navigator.vibrate?.(0)
}

// tells makes the sound and the vibration of something that has happened.
function tells(what) {
  if (on("vibration")) tones.shake(what)
  if (on("sound")) tones.play(what)
}

// before records what a screen looks like, to be compared with the next one.
export function before(table) {
  return {
    places: on("motion") ? places(table) : null, table: table?.dataset.table, beat: table?.dataset.beat ?? "",
    yours: table?.hasAttribute("data-yours"), over: table?.hasAttribute("data-over"),
    taken: !!table?.querySelector("[data-taken]"),
  }
}

// after shows and sounds what has changed since.
export function after(was, table) {
  if (!table || was.table !== table.dataset.table) return
  if (was.places) fly(was.places, table)
  const over = table.hasAttribute("data-over"), yours = table.hasAttribute("data-yours")
  const moved = was.beat.split(",")[1] !== table.dataset.beat.split(",")[1]
  if (moved && !over) tells(table.querySelector("[data-taken]") && !was.taken ? "trick" : "card")
  if (over && !was.over) tells(table.dataset.over === "won" ? "win" : "trick")
  else if (yours && !was.yours) tells("turn")
}

// yourTurn tells that it is the person's turn at a table that is not on the screen.
export function yourTurn() { tells("turn") }
