(() => {
	'use strict'

	// In the worker: a message brings the program and the logs.
	async function verify({program, module, logs, partial}) {
		if (!module) {
			module = await compile(program)
			postMessage({module})
		}
		const go = new Go()
		go.exit = code => { if (code) postMessage({failed: 'the program ended with ' + code}) }
		globalThis.job = {
			logs, partial,
			progress: (done, all, closer) => postMessage({done, all, closer}),
			done: text => postMessage({answer: JSON.parse(text)}),
		}
		await go.run(await WebAssembly.instantiate(module, go.importObject))
	}

	async function compile(program) {
		const packed = program[0] === 0x1f // a server may have made the browser unpack it
		const stream = new Blob([program]).stream()
		const bytes = await new Response(packed ? stream.pipeThrough(new DecompressionStream('gzip')) : stream).arrayBuffer()
		return WebAssembly.compile(bytes)
	}

	if (typeof document === 'undefined') {
		onmessage = e => verify(e.data).catch(err => postMessage({failed: String(err)}))
		return
	}

	const source = document.currentScript.textContent
	const panel = document.currentScript.previousElementSibling
	const find = selector => panel.querySelector(selector)
	const button = find('button'), far = find('.far'), status = find('.status'), outcome = find('.outcome')
	const label = button && button.textContent
	const claim = panel.closest('.verdict')
	let stop = null // ends the check that is running
	let module = null // the program, once it has been compiled

	const carried = () => [...panel.querySelectorAll('template.log')].map(t => ({
		name: t.dataset.name, bytes: new TextEncoder().encode(t.content.textContent),
	}))

	async function program() {
		if (!panel.dataset.program)
			return Uint8Array.from(atob(find('template.program').content.textContent), c => c.charCodeAt(0))
		const answer = await fetch(panel.dataset.program, {integrity: panel.dataset.integrity, cache: 'no-store'})
		if (!answer.ok) throw new Error('the program that checks did not come: ' + answer.status)
		return new Uint8Array(await answer.arrayBuffer())
	}

	// ask makes a worker check logs, and returns what it says.
	async function ask(logs, tell) {
		const bytes = module ? null : await program()
		const address = URL.createObjectURL(new Blob([source], {type: 'text/javascript'}))
		const worker = new Worker(address)
		try {
			return await new Promise((resolve, reject) => {
				stop = () => reject(new Error('stopped'))
				worker.onerror = e => reject(new Error(e.message || 'no worker can be started'))
				worker.onmessage = ({data}) => {
					if (data.answer) resolve(data.answer)
					else if (data.failed) reject(new Error(data.failed))
					else if (data.module) module = data.module
					else tell(data)
				}
				worker.postMessage({program: bytes, module, logs, partial: 'partial' in panel.dataset})
			})
		} finally {
			worker.terminate()
			URL.revokeObjectURL(address)
		}
	}

	function tell({done, all, closer}) {
		far.querySelector('progress').value = done / all
		far.querySelector('span').textContent = closer
			? `something is wrong: looking closer, record ${done} of ${all}`
			: Math.floor(100 * done / all) + ' %'
	}

	async function run(logs) {
		const began = performance.now()
		outcome.hidden = true
		far.hidden = false
		tell({done: 0, all: 1})
		status.textContent = 'Checking.'
		if (button) button.textContent = 'Stop'
		try {
			const answer = await ask(logs, tell)
			status.textContent = `Checked in this browser, in ${((performance.now() - began) / 1000).toFixed(1)} s.`
			show(answer)
		} catch (err) {
			status.textContent = err.message === 'stopped' ? 'Stopped.'
				: `It cannot be checked in this browser: ${err.message}. The command fives verify does it.`
		} finally {
			stop = null
			far.hidden = true
			if (button) button.textContent = label
		}
	}

	function element(name, text, parent) {
		const e = document.createElement(name)
		e.textContent = text
		parent.append(e)
		return e
	}

	function show(answer) {
		const problems = outcome.querySelector('.problems')
		problems.replaceChildren()
		for (const p of answer.problems) {
			const item = element('li', p.text, problems)
			if (p.hint) element('small', p.hint, item)
		}
		const same = compare(answer)
		if (answer.ok && !same)
			element('li', 'The log is good, and this page says something else than it does: see what was checked.', problems)
		const good = answer.ok && same
		outcome.querySelector('h3').textContent = good ? 'Everything was checked, and is good' : 'Not good'
		outcome.querySelector('pre').textContent = answer.text
		outcome.querySelector('pre').hidden = !answer.text
		outcome.classList.toggle('bad', !good)
		outcome.hidden = false
		if (claim) {
			const doubt = !good && claim.dataset.class !== 'bad'
			claim.className = doubt ? 'verdict bad' : `verdict ${claim.dataset.class}`
			claim.querySelector('h2').textContent = doubt ? 'Checked, and not good' : claim.dataset.word
		}
	}

	// held says who has had a seat, and in which hands.
	function held(seat) {
		return seat ? seat.tenures.map(t => `${t.fingerprint} ${t.from}-${t.undone ? 'none' : t.to ?? 0}`).join(', ') : ''
	}

	// compare compares what the page says about each log with what was found.
	function compare(answer) {
		let same = true
		document.querySelectorAll('.again').forEach(e => e.remove())
		for (const part of document.querySelectorAll('[data-part]')) {
			const v = answer.verdicts.find(v => v.file === part.dataset.part)
			for (const said of part.querySelectorAll('[data-check]')) {
				const key = said.dataset.check
				const found = v && (key === 'tenures' ? held(v.seats[said.dataset.seat]) : String(v.checked[key] ?? v[key]))
				const good = found === said.dataset.value
				const mark = element('span', good ? '✓ checked here' : `✗ in the log: ${found || 'nothing'}`, said)
				mark.className = good ? 'again' : 'again bad'
				same &&= good
			}
		}
		return same
	}

	async function files(list) {
		run(await Promise.all([...list].map(async f => ({name: f.name, bytes: new Uint8Array(await f.arrayBuffer())}))))
	}

	if (button) {
		button.onclick = () => stop ? stop() : run(carried())
		panel.querySelectorAll('.save').forEach((a, i) => a.addEventListener('click', () => {
			a.href = URL.createObjectURL(new Blob([carried()[i].bytes], {type: 'application/jsonl'}))
		}))
	} else {
		find('input').onchange = e => e.target.files.length && files(e.target.files)
		panel.ondragover = e => { e.preventDefault(); panel.classList.add('over') }
		panel.ondragleave = () => panel.classList.remove('over')
		panel.ondrop = e => {
			e.preventDefault()
			panel.classList.remove('over')
			if (e.dataTransfer.files.length) files(e.dataTransfer.files)
		}
	}
	panel.hidden = false
})()
