// The whole way from a table to a model, the search for settings included, in processor time of one
// thread, and what the model is worth on 1,000 rows held out: `node search.mjs [ROWS ...]`.
// libsvm searches a grid of 36 settings by five folds; a forest has 100 trees, as its makers set it;
// TensorFlow.js trains a net for 100 epochs; rfm-wasm is `fit` as it is.
import forest from 'ml-random-forest'
import * as tf from '@tensorflow/tfjs'
import libsvm from 'libsvm-js'
import { load } from '../../dist/sync.node.js'
import { columns, friedman } from './friedman.mjs'
import { r2 } from './scores.mjs'

const SVM = await libsvm, rfm = await load()
const held = 1000

/** The same as classes: three equal thirds of it. */
const thirds = ({ features, answers }) => ({ features, answers: answers.map(y => (y > 12 ? 1 : 0) + (y > 16.5 ? 1 : 0)) })

const accuracy = (truth, found) => truth.filter((y, i) => y === found[i]).length / truth.length

function bySvm(train, test, classes, score) {
  const kind = classes ? SVM.SVM_TYPES.C_SVC : SVM.SVM_TYPES.EPSILON_SVR
  const machine = given => new SVM({ type: kind, kernel: SVM.KERNEL_TYPES.RBF, cacheSize: 200, quiet: true, ...given })
  const grid = [1, 3, 10, 30, 100, 300].flatMap(cost => (classes ? [0.03, 0.1, 0.3, 1, 3, 10].map(gamma => ({ cost, gamma }))
    : [0.1, 0.3, 1].flatMap(gamma => [0.1, 0.5].map(epsilon => ({ cost, gamma, epsilon })))))
  let best
  for (const given of grid) {
    const svm = machine(given), worth = score(train.answers, svm.crossValidation(train.features, train.answers, 5))
    svm.free()
    if (best === undefined || worth > best.worth) best = { worth, given }
  }
  const svm = machine(best.given)
  svm.train(train.features, train.answers)
  return svm.predict(test.features)
}

function byForest(train, test, classes) {
  const made = classes ? new forest.RandomForestClassifier({ seed: 1, nEstimators: 100 })
    : new forest.RandomForestRegression({ seed: 1, nEstimators: 100 })
  made.train(train.features, train.answers)
  return made.predict(test.features)
}

async function byNet(train, test, classes) {
  const mean = classes ? 0 : train.answers.reduce((a, b) => a + b) / train.answers.length, scale = classes ? 1 : 5
  const net = tf.sequential({ layers: [
    tf.layers.dense({ units: 64, activation: 'relu', inputShape: [columns] }), tf.layers.dense({ units: 64, activation: 'relu' }),
    classes ? tf.layers.dense({ units: 3, activation: 'softmax' }) : tf.layers.dense({ units: 1 })
  ] })
  net.compile({ optimizer: tf.train.adam(0.01), loss: classes ? 'sparseCategoricalCrossentropy' : 'meanSquaredError' })
  const y = classes ? tf.tensor1d(train.answers) : tf.tensor2d(train.answers.map(v => [(v - mean) / scale]))
  await net.fit(tf.tensor2d(train.features), y, { epochs: 100, batchSize: 32, verbose: 0 })
  const answers = net.predict(tf.tensor2d(test.features))
  return classes ? Array.from(answers.argMax(1).dataSync()) : Array.from(answers.dataSync(), v => mean + scale * v)
}

function byRfm(train, test, classes) {
  const model = rfm.fit(train.features, classes ? train.answers.map(String) : train.answers,
    { task: classes ? 'classification' : 'regression' })
  const { values, labels } = model.predict(test.features)
  return classes ? labels.map(Number) : Array.from(values)
}

console.log('task | rows | rfm-wasm | libsvm-js | ml-random-forest | TensorFlow.js')
for (const rows of process.argv.slice(2).map(Number).concat(process.argv.length > 2 ? [] : [500, 2000, 5000]))
  for (const classes of [false, true]) {
    const made = classes ? (count, seed) => thirds(friedman(count, seed)) : friedman
    const train = made(rows, 5), test = made(held, 77), score = classes ? accuracy : r2
    const cells = []
    for (const way of [byRfm, bySvm, byForest, byNet]) {
      const started = process.cpuUsage().user
      const found = await way(train, test, classes, score)
      cells.push(`${((process.cpuUsage().user - started) / 1e6).toFixed(1)} s, ${score(test.answers, found).toFixed(3)}`)
    }
    console.log([classes ? 'accuracy' : 'R2', rows, ...cells].join(' | '))
  }
