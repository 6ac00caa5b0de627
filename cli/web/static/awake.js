// A phone stays awake while a hand runs: by a wake lock if the page may have one, else by a
// silent video that the page makes itself from a canvas, without sound. Browsers keep the
// screen on while it plays. It has to begin with a tap.

import { context, tapped } from "./tones.js"

let wanted = false, lock = null, video = null, failed = false

// keepAwake says whether the screen should stay on: only on devices that are held in a hand.
export function keepAwake(on) {
  wanted = on && matchMedia("(pointer: coarse)").matches
  if (!wanted) sleep()
  else if (navigator.wakeLock) hold()
}

function sleep() {
  lock?.release().catch(() => {})
  lock = null
  video?.pause()
}

// hold asks for the lock, which a hidden page loses.
async function hold() {
  if (lock && !lock.released || document.hidden) return
  try {
    lock = await navigator.wakeLock.request("screen")
    if (!wanted) sleep()
  } catch (e) { lock = null } // the next screen asks again
}

// begin makes the video.
function begin() {
  const canvas = document.createElement("canvas"), pen = canvas.getContext("2d")
  canvas.width = canvas.height = 16
  const stream = canvas.captureStream(2)
  tapped()
  const silence = context()?.createMediaStreamDestination?.()
  for (const track of silence?.stream.getAudioTracks() ?? []) stream.addTrack(track) // some browsers want a sound track, too
  video = document.createElement("video")
  video.id = "awake"
  video.setAttribute("playsinline", "")
  video.setAttribute("aria-hidden", "true")
  video.tabIndex = -1
  video.srcObject = stream
  document.body.append(video)
  let n = 0
  setInterval(() => { if (!video.paused) { pen.fillStyle = n++ % 2 ? "#000" : "#010101"; pen.fillRect(0, 0, 16, 16) } }, 500)
}

// tap plays it, within a tap; sad is called once if the browser does not allow it.
export async function tap(sad) {
  if (!wanted || navigator.wakeLock || failed) return
  try {
    if (!video) begin()
    if (video.paused) await video.play()
  } catch (e) {
    if (e.name === "AbortError") return // it was paused again before it had begun
    failed = true
    sad()
  }
}

document.addEventListener("visibilitychange", () => { if (!document.hidden && wanted && navigator.wakeLock) hold() })
