// What a person has chosen about how the page looks, sounds and behaves. It stays in this
// browser, for the address of this page, as the order of the hand does.

import { keep, kept } from "./kept.js"

export const still = matchMedia("(prefers-reduced-motion: reduce)")

// lively are the choices that are on or off. For people who ask their system for less motion
// all three are off until they turn them on.
const lively = ["sound", "vibration", "motion"]
const standard = { colours: "four", pace: "600ms", cards: "auto", thumb: "right" }

// chosen is what was chosen under a key, or what holds without.
export const chosen = key => kept(key) ?? standard[key] ?? (still.matches ? "off" : "on")

// on reports whether one of the given lively choices is on, or with none given, any of the
// three. Motion never is where the system asks for less.
export const on = (...keys) => (keys.length ? keys : lively).some(k => chosen(k) === "on" && !(k === "motion" && still.matches))

// choose notes a choice and makes it take effect at once.
export function choose(key, value) {
  if (!(key in standard) && !lively.includes(key)) return
  keep(key, value)
  dress()
}

// toggle turns all three off, or if none is on, all three on.
export function toggle() {
  const to = on() ? "off" : "on"
  for (const key of lively) choose(key, to)
}

// dress tells the style what was chosen.
export function dress() {
  const { dataset } = document.documentElement
  for (const key of ["colours", "cards", "thumb"]) dataset[key] = chosen(key)
  dataset.motion = on("motion") ? "on" : "off"
}
still.addEventListener("change", dress)

// rest returns how many milliseconds a move stays to be seen.
export const rest = () => {
  const [, n, unit] = /^([\d.]+)(ms|s)$/.exec(chosen("pace")) ?? [0, 0]
  return Math.min(Number(n) * (unit === "s" ? 1000 : 1), 5000)
}

const key = fingerprint => `mute.${fingerprint}`

// muted reports whether what somebody says is hidden.
export const muted = fingerprint => !!fingerprint && kept(key(fingerprint)) !== null

export function mute(fingerprint) {
  keep(key(fingerprint), muted(fingerprint) ? null : "")
}

// marked shows in a sheet what was chosen. On a device that cannot vibrate there is no choice.
export function marked(sheet) {
  for (const s of sheet.querySelectorAll("[data-taste]")) {
    if (s.type === "checkbox") s.checked = chosen(s.dataset.taste) === "on"
    else s.value = chosen(s.dataset.taste)
    s.closest("label").hidden = s.dataset.taste === "vibration" && !navigator.vibrate
  }
  sheet.querySelector("#lively")?.setAttribute("aria-pressed", on())
  for (const b of sheet.querySelectorAll("[data-mute]")) b.setAttribute("aria-pressed", muted(b.dataset.mute))
}
