// Training time to the same held-out R2, same table, one thread: libsvm compiled to
// WebAssembly, TensorFlow.js on its own JavaScript backend, and rfm-wasm.
// `npm ci && npm run compare` here, once rfm-wasm is built. The goal is what libsvm reaches
// with the best of a grid of settings, of which only the best fit is timed; the others are
// timed until they are as good, or until they have had enough.
import { execFileSync } from 'node:child_process'
import { load } from '../../dist/sync.node.js'
import { columns, friedman } from './friedman.mjs'
import { fitLibsvm } from './libsvm.mjs'
import { r2 } from './scores.mjs'
import { fitTensorflow } from './tensorflow.mjs'

const held = 1000, repeats = 5

const tableOf = ({ features, answers }) => ({
  ...Object.fromEntries(Array.from({ length: columns }, (_, k) => [`x${k}`, features.map(row => row[k])])), y: answers
})

/** Several times; the shortest. */
function timed(work) {
  let shortest = Infinity, result
  for (let k = 0; k < repeats; ++k) {
    const started = performance.now()
    result = work()
    shortest = Math.min(shortest, performance.now() - started)
  }
  return { ms: shortest, result }
}

const settings = { target: 'y', kernel: 'laplace', metric: 'full', bandwidth: 10, ridge: 0.01 }

/** One machine, as libsvm makes one, until its answers for the held-out rows are good enough. */
function watchRfm(rfm, train, test, goal) {
  const table = tableOf(train), at = tableOf(test)
  const { ms, result } = timed(() => {
    for (const { round, answers } of rfm.rounds(table, { ...settings, rounds: 5, heldOut: 0, at })) {
      const score = r2(test.answers, answers)
      if (score >= goal || round === 5) return { round, score }
    }
  })
  return { ms, score: result.score, what: `one machine, ${result.round} rounds`, rounds: result.round }
}

/** The whole of fit: cross-validation, which gives intervals, and the machine. */
function fitRfm(rfm, train, test, rounds) {
  const table = tableOf(train)
  const { ms, result } = timed(() => rfm.fit(table, { ...settings, rounds }))
  return { ms, score: result.evaluate(tableOf(test)).r2, what: `cross-validated as well, ${rounds} rounds` }
}

const rfm = await load()
const test = friedman(held, 77)
console.log('rows | program | settings | training ms | held-out R2')
for (const rows of [500, 1000, 2000]) {
  const train = friedman(rows, 5)
  const say = (name, { ms, score, what }) => console.log([rows, name, what, ms.toFixed(0), score.toFixed(4)].join(' | '))
  const libsvm = await fitLibsvm(train, test, timed)
  say('libsvm-js', libsvm)
  const watched = watchRfm(rfm, train, test, libsvm.score)
  say('rfm-wasm', watched)
  say('rfm-wasm', fitRfm(rfm, train, test, watched.rounds))
  say('TensorFlow.js', await fitTensorflow(train, test, libsvm.score))
}
const busy = execFileSync('uptime', { encoding: 'utf8' }).match(/load average: (.*)/)[1]
console.log(`load average at the end: ${busy}`)
