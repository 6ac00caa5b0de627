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
  for (const b of document.querySelectorAll("[data-tile]")) b.setAttribute("aria-pressed", b.dataset.tile === $("#f-game").value)
  sitting()
  const own = $("#own")
  if (own) own.replaceChildren(...all().map(([name]) => row(name)))
}

// sitting draws the chairs: the person's own, the free ones, those that the computer takes, and one to
// add. A tap gives a free chair to the computer, and takes one of the computer's away if there are
// more than the game needs.
function sitting() {
  const list = $("#chairs"), seats = $("#f-seats"), bots = $("#f-bots")
  if (!list) return
  const n = Number(seats.value), b = Math.min(Number(bots.value), n - 1), [least, most] = [seats.options[0], seats.options[seats.options.length - 1]].map(o => Number(o.value))
  const at = [...list.children].indexOf(document.activeElement), all = []
  const chair = (kind, label, to, does) => {
    const e = document.createElement(to ? "button" : "span"), face = $(`#chair-${kind}`)?.content.cloneNode(true) ?? document.createElement("span")
    if (face.className !== undefined) { face.className = "face none"; face.textContent = "+" }
    e.className = "chair"
    if (to) { e.type = "button"; e.dataset.chairs = to; e.setAttribute("aria-label", `${label}: ${does}`) }
    e.append(face, label)
    all.push(e)
  }
  chair("you", "You")
  for (let i = b + 1; i < n; i++) chair("", "free", `${n} ${b + 1}`, "let the computer take this chair")
  for (let i = 0; i < b; i++) chair("bot", "computer", n > least ? `${n - 1} ${b - 1}` : `${n} ${b - 1}`, n > least ? "take this chair away" : "leave this chair to somebody")
  if (n < most) chair("", "add a chair", `${n + 1} ${b}`, "it is free for somebody")
  list.replaceChildren(...all)
  if (at >= 0) all[Math.min(at, all.length - 1)].focus({ preventScroll: true })
}

// sits changes the chairs as a tapped one says.
export function sits(b) {
  [$("#f-seats").value, $("#f-bots").value] = b.dataset.chairs.split(" ")
  minded()
}

// picks chooses a game that was tapped.
export function picks(b) {
  const field = $("#f-game")
  if (field.value === b.dataset.tile) return
  field.value = b.dataset.tile
  field.dispatchEvent(new Event("change", { bubbles: true }))
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
