"use strict"
// This says that the page does not start, and why. Otherwise a script that throws, does not
// arrive or hangs would leave "One moment…" there forever. It is the first script, and it is
// written for browsers that cannot read the others.
;(function () {
  var patience = 10 // seconds
  var why = "", before = "", still = 0
  var find = function (name) { return document.querySelector(name) }
  var forms = function () { return [].slice.call(document.querySelectorAll("#naming, #entering, #again")) }

  // stopped says for good why the page does not start. What went wrong first counts, because the
  // rest may follow from it.
  self.stopped = function (text) {
    var loading = document.readyState === "loading"
    if (why || !loading && !find("#starting")) return // it has been said, or the page has started
    why = text
    if (loading) addEventListener("DOMContentLoaded", show)
    else show()
  }

  // missing says that without which the page cannot start.
  self.missing = function () { stopped("A part of this page did not come, or is not what the page was made for. Load the page again.") }

  var show = function () {
    find("#banner").textContent = why
    forms().concat(find("#starting"), find("#slow"), find("#fetched") || []).forEach(function (e) { e.hidden = true })
  }

  var failed = function (e) {
    stopped("This page cannot start in this browser: " + (e && e.message || String(e)) + ". Load it again; if that does not help, open it in another browser.")
  }
  addEventListener("error", function (e) {
    if (e.target === self) failed(e.error || e)
    else if (e.target.tagName === "SCRIPT") missing()
  }, true)
  addEventListener("unhandledrejection", function (e) { failed(e.reason) })

  // Seconds are counted one by one, because a page that was asleep has not been waiting. While
  // the person is asked something, the page waits for them.
  var clock = setInterval(function () {
    var starting = find("#starting"), bar = find("#fetched")
    if (why || !starting && document.readyState !== "loading") clearInterval(clock)
    if (why || !starting || !find("#slow")) return
    var asks = forms().some(function (f) { return !f.hidden })
    var now = starting.textContent + (bar && bar.value)
    still = asks || now !== before ? 0 : still + 1
    before = now
    find("#slow").hidden = still < patience
  }, 1000)
})()
