// What a person has chosen about how the page looks and behaves. It stays in this browser, for
// the address of this page, as the order of the hand does.

import { keep, kept } from "./kept.js"

const standard = { colours: "four", pace: "600", cards: "auto" }

// chosen returns what was chosen under a key, or what holds without a choice.
export const chosen = key => kept(key) ?? standard[key]

// choose notes a choice and makes it take effect at once.
export function choose(key, value) {
  if (!(key in standard)) return
  keep(key, value)
  dress()
}

// dress tells the style what was chosen.
export function dress() {
  document.documentElement.dataset.colours = chosen("colours")
  document.documentElement.dataset.cards = chosen("cards")
}

// rest returns how many milliseconds a move stays to be seen.
export const rest = () => Math.min(Math.max(Number(chosen("pace")) || 0, 0), 5000)

const key = fingerprint => `mute.${fingerprint}`

// muted reports whether what somebody says is hidden.
export const muted = fingerprint => !!fingerprint && kept(key(fingerprint)) !== null

export function mute(fingerprint) {
  keep(key(fingerprint), muted(fingerprint) ? null : "")
}

// marked marks in a sheet what was chosen.
export function marked(sheet) {
  for (const s of sheet.querySelectorAll("[data-taste]")) s.value = chosen(s.dataset.taste)
  for (const b of sheet.querySelectorAll("[data-mute]")) b.setAttribute("aria-pressed", muted(b.dataset.mute))
}
