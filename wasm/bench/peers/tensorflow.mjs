// A dense net of two hidden layers by TensorFlow.js: epochs until its held-out R2 is that of the
// goal, `most` of them at the most.
import * as tf from '@tensorflow/tfjs'
import { r2 } from './scores.mjs'

const most = 300, together = 5

function net(columns) {
  const model = tf.sequential({ layers: [
    tf.layers.dense({ units: 64, activation: 'relu', inputShape: [columns] }),
    tf.layers.dense({ units: 64, activation: 'relu' }),
    tf.layers.dense({ units: 1 })
  ] })
  model.compile({ optimizer: tf.train.adam(0.01), loss: 'meanSquaredError' })
  return model
}

/**
 * Answers are standardised; the time of looking at the held-out rows,
 * every few epochs, does not count.
 */
export async function fitTensorflow(train, test, goal) {
  const n = train.answers.length, mean = train.answers.reduce((a, b) => a + b) / n
  const scale = Math.sqrt(train.answers.reduce((sum, y) => sum + (y - mean) ** 2, 0) / n)
  const x = tf.tensor2d(train.features), y = tf.tensor2d(train.answers.map(v => [(v - mean) / scale]))
  const held = tf.tensor2d(test.features), model = net(train.features[0].length)
  let ms = 0, score = -Infinity, epochs = 0
  while (score < goal && epochs < most) {
    const started = performance.now()
    await model.fit(x, y, { epochs: together, batchSize: 32, verbose: 0 })
    ms += performance.now() - started
    epochs += together
    score = r2(test.answers, Array.from(model.predict(held).dataSync(), v => mean + scale * v))
  }
  return { ms, score, what: `${tf.getBackend()} backend, 64-64-1, ${epochs} epochs` }
}
