// The form of a new table: how long a game takes with the chosen number of seats, and the
// tables that the person at the page keeps under a name. These stay in this browser.

import { keep, kept } from "./kept.js"

const $ = (q, from = document) => from.querySelector(q)
const most = 12 // tables that are kept

const all = () => {
  try { return JSON.parse(kept("own") ?? "[]").filter(([name, query]) => typeof name === "string" && typeof query === "string") } catch (e) { return [] }
}

// minded shows what goes with what is chosen in the form, if the form is on the screen.
export function minded() {
  const lengths = $("#lengths"), seats = $("#f-seats")
  for (const b of lengths?.querySelectorAll("[data-length]") ?? []) {
    const minutes = b.dataset.minutes.split(",")[seats.selectedIndex] ?? ""
    $(".num", b).textContent = minutes
    $(".time", b).hidden = !minutes
    b.setAttribute("aria-pressed", document.getElementById(lengths.dataset.of).value === b.dataset.length)
  }
  const own = $("#own")
  if (own) own.replaceChildren(...all().map(([name]) => row(name)))
}

// lasts chooses a length that was tapped.
export function lasts(b) {
  document.getElementById(b.closest("#lengths").dataset.of).value = b.dataset.length
  minded()
}

// row shows a table that is kept: a button that fills in the form, and one that forgets the
// table.
function row(name) {
  const line = document.createElement("p"), fill = document.createElement("button"), drop = document.createElement("button"), title = document.createElement("bdi")
  line.className = "row"
  fill.type = drop.type = "button"
  title.textContent = fill.dataset.own = drop.dataset.drop = name
  fill.className = "grow"
  fill.append(title)
  drop.className = "icon"
  drop.textContent = "×"
  drop.setAttribute("aria-label", `Forget ${name}`)
  line.append(fill, drop)
  return line
}

// queryOf returns how the form was filled in when a table was kept.
export const queryOf = name => all().find(([n]) => n === name)?.[1] ?? ""

// keepOwn keeps the form under the name that was typed, and says whether it could.
export function keepOwn() {
  const name = $("#own-name").value.trim()
  if (!name) return "A name is needed."
  const query = String(new URLSearchParams(new FormData($("#new-table"))))
  keep("own", JSON.stringify([[name, query], ...all().filter(([n]) => n !== name)].slice(0, most)))
  minded()
  if (queryOf(name) !== query) return "This browser keeps nothing for this page."
  $("#own-name").value = ""
  return ""
}

export function dropOwn(name) {
  keep("own", JSON.stringify(all().filter(([n]) => n !== name)))
  minded()
}
