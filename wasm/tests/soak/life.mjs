// What a long-lived page does, over and over: fits, rounds that are broken off, models opened, rows
// answered, refusals. For node and for a tab.

/** Every instance's memory, seen from outside. */
const memories = []
const instantiate = WebAssembly.instantiate
WebAssembly.instantiate = async (...given) => {
  const made = await instantiate(...given)
  const exported = (made.instance ?? made).exports
  if (exported?.memory !== undefined) memories.push(exported.memory)
  return made
}
const bytes = () => memories.reduce((sum, memory) => sum + memory.buffer.byteLength, 0)

const numbers = Float64Array.from({ length: 120 }, (_, i) => Math.sin(7 * i) + i % 3)
const table = { data: numbers, shape: [40, 3] }
const options = { kernel: 'gaussian', metric: 'diagonal', rounds: 1, bandwidth: 3, ridge: 0.01 }

function refused(work) {
  try {
    work()
  } catch {
    return
  }
  throw new Error('what is wrong was not refused')
}

function cycle(rfm, k) {
  const model = rfm.fit(table, options)
  const file = model.toBytes()
  model.predict(table)
  model.dispose()
  const opened = rfm.open(file)
  opened.predict(table)
  opened.dispose()
  if (k % 10 === 0) for (const { round } of rfm.rounds(table, { rounds: 5 })) if (round === 1) break
  refused(() => rfm.fit(table, { kernel: 'none' }))
  refused(() => rfm.fit('a,b\n1\n'))
  file[file.length >> 1] ^= 1
  refused(() => rfm.open(file))
}

/** The module's memory after `early` cycles and after all of them. */
export async function live(load, cycles, early) {
  const rfm = await load()
  let before = 0
  for (let k = 0; k < cycles; ++k) {
    if (k === early) before = bytes()
    cycle(rfm, k)
    if (k % 100 === 0) await new Promise(resolve => setTimeout(resolve, 0))
  }
  return { before, after: bytes() }
}
