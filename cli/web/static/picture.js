// The picture of a game that is over, to keep and to share: names, places, the game, the day
// and, in small print, the head of its log. It is drawn here, and leaves this device only if
// the person shares or saves it.

import { handed } from "./transport.js"

const size = 1080, middle = size / 2
const steps = [[middle, 264, 256], [274, 236, 184], [806, 236, 152]] // of the podium: middle, width, height
const base = 748 // on which they stand

// share draws the picture and hands it on; it returns what to say then. If the browser cannot
// draw it, the result is told in words.
export async function share(button, table) {
  const game = JSON.parse(button.dataset.picture)
  const blob = await drawn(game, table).catch(() => null)
  if (!blob) return `This browser draws no pictures. ${told(game)}`
  const file = new File([blob], "fives.png", { type: "image/png" }), files = { files: [file], title: game.title }
  try {
    if (navigator.canShare?.(files)) { await navigator.share(files); return "" }
  } catch (e) {
    if (e.name === "AbortError") return "" // the person has changed their mind
  }
  handed(blob, file.name)
  return "The picture is saved."
}

const told = ({ title, people }) => `${title}: ${people.map(p => `${p.place || ""} ${p.name} ${p.total}`.trim()).join(", ")}.`

async function drawn(game, table) {
  const canvas = document.createElement("canvas")
  canvas.width = canvas.height = size
  const pen = canvas.getContext("2d"), style = getComputedStyle(table), colour = name => style.getPropertyValue(name).trim()
  const fonts = { display: colour("--display") || "serif", sans: colour("--sans") || "sans-serif" }
  await document.fonts?.load(`700 90px ${fonts.display}`).catch(() => {})
  const cloth = pen.createRadialGradient(middle, 420, 0, middle, 420, 780)
  cloth.addColorStop(0, colour("--felt"))
  cloth.addColorStop(1, colour("--deep"))
  pen.fillStyle = cloth
  pen.fillRect(0, 0, size, size)

  // write puts a text there. If the text is too wide, it is made smaller or cut off.
  const write = (text, x, y, wide, height, ink, font, align = "center") => {
    pen.textAlign = align
    pen.fillStyle = ink
    let px = height
    const set = () => pen.font = `${font === "display" ? 700 : 500} ${px}px ${fonts[font]}`
    for (set(); px > height * .6 && pen.measureText(text).width > wide; set()) px -= 2
    const letters = Array.from(text)
    while (letters.length > 1 && pen.measureText(text).width > wide) {
      letters.pop()
      text = letters.join("") + "…"
    }
    pen.fillText(text, x, y)
  }
  const ink = colour("--onfelt"), soft = colour("--softfelt"), brass = colour("--brass")
  const face = (p, x, y, s) => {
    pen.fillStyle = p.shape < 0 ? "#cfc8ba" : colour(`--p${p.colour}`)
    shape(pen, p.shape, x, y, s)
    write(p.letters || "♟", x, y + s * .16, s, s * .46, "#15171c", "display")
  }

  write(game.title, middle, 140, 940, 88, ink, "display")
  const day = game.time ? new Date(game.time * 1000).toLocaleDateString(undefined, { day: "numeric", month: "long", year: "numeric" }) + ", " : ""
  write(`${day}after ${game.hands}`, middle, 206, 900, 34, ink, "sans")
  game.people.slice(0, steps.length).forEach((p, i) => {
    const [x, wide, height] = steps[i], s = i ? 112 : 150, top = base - height
    pen.fillStyle = p.won ? "rgb(245 205 107 / .34)" : "rgb(255 255 255 / .16)"
    slab(pen, x - wide / 2, top, wide, height)
    face(p, x, top - 76 - s / 2, s)
    if (p.won) crown(pen, x, top - 96 - s, brass)
    write(p.name, x, top - 24, wide + 10, 34, ink, "sans")
    if (p.place) write(String(p.place), x, top + 76, wide, 70, brass, "display")
    write(String(p.total), x, top + 124, wide, 34, ink, "sans")
  })
  const rest = game.people.slice(steps.length), columns = rest.length > 4 ? 2 : 1, rows = Math.ceil(rest.length / columns)
  const high = Math.min(64, 196 / (rows || 1)), wide = 768 / columns
  rest.forEach((p, i) => {
    const x = 156 + Math.floor(i / rows) * wide, y = base + 8 + (i % rows) * high, line = y + high * .66, px = Math.min(32, high * .7)
    pen.fillStyle = "rgb(0 0 0 / .2)"
    pen.fillRect(x, y, wide - 4, high - 3)
    write(String(p.place || ""), x + 34, line, 50, px, soft, "display")
    face(p, x + 92, y + high / 2 - 1, high * .78)
    write(p.name, x + 132, line, wide - 220, px, ink, "sans", "left")
    write(String(p.total), x + wide - 24, line, 90, px, ink, "display", "right")
  })
  write("fives", 62, 1002, 300, 40, ink, "display", "left")
  write(`log ${game.head}`, 62, 1040, size - 124, 19, soft, "sans", "left")
  return new Promise((done, fail) => canvas.toBlob(b => b ? done(b) : fail(new Error("no picture")), "image/png"))
}

// slab draws a step of the podium, rounded at the top.
function slab(pen, x, y, wide, high) {
  const r = 26
  pen.beginPath()
  pen.moveTo(x, y + high)
  pen.arcTo(x, y, x + r, y, r)
  pen.arcTo(x + wide, y, x + wide, y + r, r)
  pen.lineTo(x + wide, y + high)
  pen.fill()
}

function crown(pen, x, y, ink) {
  pen.fillStyle = ink
  corners(pen, [[-44, 40], [-44, 0], [-22, 20], [0, -16], [22, 20], [44, 0], [44, 40]].map(([dx, dy]) => [x + dx, y + dy]))
}

function corners(pen, list) {
  pen.beginPath()
  for (const [x, y] of list) pen.lineTo(x, y)
  pen.fill()
}

// shape draws a person's shape as look.css has it: in parts of its size, from its middle.
const outlines = {
  2: [[0, -.5], [.46, -.25], [.46, .25], [0, .5], [-.46, .25], [-.46, -.25]],
  3: [[0, -.54], [.54, 0], [0, .54], [-.54, 0]],
  5: [[0, -.5], [.5, -.12], [.31, .48], [-.31, .48], [-.5, -.12]],
  7: [[-.2, -.5], [.2, -.5], [.5, -.2], [.5, .2], [.2, .5], [-.2, .5], [-.5, .2], [-.5, -.2]],
}
const rounds = { 0: [.5, .5, .5, .5], 1: [.24, .24, .24, .24], 4: [.5, .5, .16, .16], 6: [.5, .12, .5, .12] } // of the corners
function shape(pen, n, x, y, s) {
  if (outlines[n]) { corners(pen, outlines[n].map(([dx, dy]) => [x + dx * s, y + dy * s])); return }
  const l = x - s / 2, t = y - s / 2, [a, b, c, d] = (rounds[n < 0 ? 1 : n] ?? rounds[0]).map(r => r * s)
  pen.beginPath()
  pen.moveTo(l + a, t)
  pen.arcTo(l + s, t, l + s, t + s, b)
  pen.arcTo(l + s, t + s, l, t + s, c)
  pen.arcTo(l, t + s, l, t, d)
  pen.arcTo(l, t, l + s, t, a)
  pen.fill()
}
