// How the page reaches the node: by fetch from where the page came, or by messages to a Web
// Worker in which the node runs. Both ways have ask, follow and save.

import { sound } from "./address.js"

// An answer is { status, type, text } or throws if the node cannot be reached.

// pictured puts the pictures of all cards into the page, and reports whether they are those that the
// page was made for.
export async function pictured() {
  const place = document.querySelector("#pictures"), { from, integrity } = place.dataset
  try {
    const r = await fetch(from, { integrity, cache: "no-store", credentials: "omit", redirect: "error" })
    place.innerHTML = await r.text()
  } catch (e) { missing(); return false }
  return true
}

// The session is kept for this tab, and for this address with its port: a page that is reloaded
// is still let in, and no other server on the machine gets the session. If the browser lets the
// page keep nothing, the page asks for the code after that.
export function byFetch() {
  let session = ""
  try { session = sessionStorage.getItem("session") ?? "" } catch (e) { /* nothing can be kept */ }
  const options = (method, form) => ({
    method, credentials: "omit", cache: "no-store", redirect: "error", headers: { "Fives-Session": session },
    ...(form ? { body: new URLSearchParams(form) } : {}),
  })
  return {
    // enter exchanges a token for the session, and reports whether the token was right.
    async enter(token) {
      const r = await fetch("/enter", options("POST", { token }))
      if (!r.ok) return false
      session = await r.text()
      try { sessionStorage.setItem("session", session) } catch (e) { /* it is in memory */ }
      return true
    },
    async ask(method, path, form) {
      const r = await fetch(sound(method, path), options(method, form))
      return { status: r.status, type: r.headers.get("Content-Type") ?? "", text: await r.text() }
    },
    // follow calls line with each line of a stream until it ends; stop ends it.
    follow(path, line) {
      const stop = new AbortController()
      const ended = (async () => {
        const r = await fetch(sound("GET", path), { ...options("GET"), signal: stop.signal })
        if (!r.ok) throw new Error(String(r.status))
        const reader = r.body.getReader(), lines = splitter(line)
        for (;;) {
          const { done, value } = await reader.read()
          if (done) return
          lines(value)
        }
      })()
      return { ended, stop: () => stop.abort() }
    },
    // save hands a file to the browser, and returns what to say about it.
    async save(path) {
      const r = await fetch(sound("GET", path), options("GET"))
      if (!r.ok) return JSON.parse(await r.text()).say
      const name = /filename="([^"]*)"/.exec(r.headers.get("Content-Disposition") ?? "")
      handed(await r.blob(), name?.[1])
      return r.headers.get("Fives-Say")
    },
  }
}

export function byWorker({ worker, said }, tell) {
  const waiting = new Map()
  let last = 0
  worker.onerror = e => tell({ fatal: e.message || "the node cannot be started in this browser" })
  worker.onmessage = ({ data }) => {
    if (data.id === undefined) return tell(data)
    waiting.get(data.id)?.(data)
  }
  // Whoever calls this is still being started: what tell needs may be declared further down.
  queueMicrotask(() => said.forEach(e => e.type === "error" ? worker.onerror(e) : worker.onmessage(e)))
  const request = (method, path, form, take) => {
    const id = ++last
    const ended = new Promise((done, fail) => {
      let head = { status: 0, type: "" }
      waiting.set(id, m => {
        if (m.status) head = m
        if (m.chunk) take(m.chunk, head)
        if (!m.end && !m.error) return
        waiting.delete(id)
        if (m.error) fail(new Error(m.error))
        else done(head)
      })
    })
    worker.postMessage({ id, method, path: sound(method, path), body: form ? String(new URLSearchParams(form)) : "" })
    return { ended, stop: () => worker.postMessage({ id, abort: true }) }
  }
  const whole = async (method, path, form) => {
    const chunks = []
    const head = await request(method, path, form, c => chunks.push(c)).ended
    return { head, blob: new Blob(chunks, { type: head.type }) }
  }
  return {
    async enter() { return true },
    // wake says that the node may have slept, or that the network has changed.
    wake() { worker.postMessage({ wake: true }) },
    // hide says whether the page is hidden.
    hide(hidden) { worker.postMessage({ hidden }) },
    // tell answers a question of the worker.
    tell(answer) { worker.postMessage(answer) },
    async ask(method, path, form) {
      const { head, blob } = await whole(method, path, form)
      return { status: head.status, type: head.type, text: await blob.text() }
    },
    follow(path, line) {
      const lines = splitter(line)
      return request("GET", path, null, chunk => lines(chunk))
    },
    async save(path) {
      const { head, blob } = await whole("GET", path)
      handed(blob, head.name)
      return head.say
    },
  }
}

// handed gives the browser a file to keep.
export function handed(blob, name) {
  const link = document.createElement("a")
  link.href = URL.createObjectURL(blob)
  link.download = name || "fives"
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60000)
}

// splitter makes lines of JSON out of pieces of bytes.
function splitter(line) {
  const text = new TextDecoder()
  let rest = ""
  return bytes => {
    const lines = (rest + text.decode(bytes, { stream: true })).split("\n")
    rest = lines.pop()
    for (const l of lines) if (l) line(JSON.parse(l))
  }
}
