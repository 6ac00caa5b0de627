// What can be heard and felt, made by the page: a card, the person's turn, a trick, a win. A
// browser lets a page make sounds only after a tap.

let sounds = null

// tapped is called within a tap, which allows sounds from then on.
export function tapped() {
  const Context = self.AudioContext ?? self.webkitAudioContext
  if (!Context) return
  sounds ??= new Context()
  if (sounds.state === "suspended") sounds.resume().catch(() => {})
}

export const context = () => sounds

// note sounds a tone of a pitch, some seconds from now.
function note(pitch, wait, length, loud = .12) {
  const at = sounds.currentTime + wait, tone = sounds.createOscillator(), gain = sounds.createGain()
  tone.type = "triangle"
  tone.frequency.value = pitch
  gain.gain.setValueAtTime(0, at)
  gain.gain.linearRampToValueAtTime(loud, at + .012)
  gain.gain.exponentialRampToValueAtTime(.0001, at + length)
  tone.connect(gain).connect(sounds.destination)
  tone.start(at)
  tone.stop(at + length)
}

// brush is a card on felt: noise that fades at once.
function brush() {
  const length = .07, data = new Float32Array(Math.ceil(sounds.sampleRate * length))
  for (let i = 0; i < data.length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / data.length) ** 3
  const buffer = sounds.createBuffer(1, data.length, sounds.sampleRate)
  buffer.copyToChannel(data, 0)
  const from = sounds.createBufferSource(), low = sounds.createBiquadFilter(), gain = sounds.createGain()
  from.buffer = buffer
  low.type = "lowpass"
  low.frequency.value = 2400
  gain.gain.value = .22
  from.connect(low).connect(gain).connect(sounds.destination)
  from.start()
}

const tunes = {
  card: brush,
  turn: () => { note(523, .15, .25); note(784, .27, .35) },
  trick: () => { note(392, 0, .2, .09); note(494, .09, .25, .09) },
  win: () => [523, 659, 784, 1047].forEach((p, i) => note(p, i * .14, .5)),
}

const felt = { turn: 60, win: [80, 60, 160] } // vibration in milliseconds

// shake vibrates for what has happened, where the browser allows it.
export function shake(what) {
  if (felt[what] && navigator.userActivation?.hasBeenActive !== false) navigator.vibrate?.(felt[what])
}

// play plays the sound of what has happened, where the browser allows it.
export function play(what) {
  if (sounds?.state === "running") tunes[what]()
}
