// What comes from the node is shown at a pace that an eye can follow. A beat is a move, or the
// result of a hand, with the screen as it looks then and the lines that tell about it, so that
// story and table show the same moment. A result comes a beat after what brought it about, and
// what follows waits until the result has been seen.
//
// A line may come without a screen, when the node has told several at once: it is held until the
// screen comes that shows all of them. Where none comes, it follows what waits.

// pacer paces a table. It is told by on how things stand:
//   rest()     for how many milliseconds a beat is looked at
//   most()     how many beats wait; when there are more, they are told with the next one
//   show(screen), tell(lines)  put what is due there
//   due()      whether the screen has a result that was not seen
//   ahead(screen)  whether one has the person's turn already, and such a result is to come before
//   reading()  whether a result is being read
//   covered()  whether anything lies over the screen
//   result()   shows the next result
//   idle()     is told when nothing waits any more
export function pacer(on) {
  let waiting = [], held = [], shown = "", timer = 0, unshown = 0

  const stop = () => { clearTimeout(timer); timer = 0 }
  const soon = () => { timer ||= setTimeout(step, on.rest()) }
  const due = () => on.due() || waiting.length > 0 && on.ahead(waiting[0].screen)
  const free = () => !due() && !on.reading()
  const waits = () => waiting.length > 0 || !free()

  function put(beat) {
    shown = beat.name
    on.tell(beat.lines)
    on.show(beat.screen)
  }

  function release() {
    clearTimeout(unshown)
    unshown = 0
    return held.splice(0)
  }

  function step() {
    timer = 0
    if (due()) {
      if (!on.covered()) on.result()
      return
    }
    if (!waits()) return on.idle()
    if (on.reading()) return
    put(waiting.shift())
    soon()
  }

  return {
    // hold keeps a line whose screen is to come.
    hold(line) {
      held.push(line)
      unshown ||= setTimeout(() => {
        const last = waiting.at(-1), lines = release()
        if (last) last.lines.push(...lines)
        else on.tell(lines)
      }, on.rest())
    },
    // add adds a screen, and a line that tells about it.
    add(name, screen, line) {
      const last = waiting.at(-1), lines = [...release(), line]
      if (last?.name === name) {
        last.screen = screen
        last.lines.push(...lines)
      } else if (!last && name === shown && free()) put({ name, screen, lines })
      else waiting.push({ name, screen, lines })
      while (waiting.length > on.most()) {
        const [gone] = waiting.splice(0, 1)
        waiting[0].lines.unshift(...gone.lines)
      }
      if (!timer) step()
    },
    // hurry shows what waits, up to the next result.
    hurry() {
      stop()
      while (waiting.length && free()) put(waiting.shift())
      if (waiting.length || due()) soon()
      else if (!waits()) on.idle()
    },
    // now shows how things stand at once, whatever has not been seen.
    now() {
      stop()
      const last = waiting.at(-1), lines = [...waiting.flatMap(b => b.lines), ...release()]
      waiting = []
      if (last) put({ name: last.name, screen: last.screen, lines })
      else if (lines.length) on.tell(lines)
      if (on.due()) soon()
      else if (!waits()) on.idle()
    },
    // leave only tells what waits, because nobody looks at the table any more.
    leave() {
      stop()
      on.tell([...waiting.flatMap(b => b.lines), ...release()])
      waiting = []
      shown = ""
    },
    // goOn is called when there may be a result to see, or one has been seen.
    goOn() { if (waiting.length || on.due()) soon() },
    waits,
  }
}
