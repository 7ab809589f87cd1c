// What answers are worth.
export function r2(answers, predicted) {
  const mean = answers.reduce((a, b) => a + b) / answers.length
  const sum = of => answers.reduce((total, y, i) => total + (y - of(i)) ** 2, 0)
  return 1 - sum(i => predicted[i]) / sum(() => mean)
}
