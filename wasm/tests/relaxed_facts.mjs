// What the build with relaxed SIMD makes of a table, beside the ordinary one: the same for Node and for pages, by their `load`.

const furthest = (a, b) => a.reduce((most, value, k) => Math.max(most, Math.abs(value - b[k])), 0)

export async function relaxedFacts(load, training, heldOut, options) {
  const ordinary = await load({ simd: 'auto' }), relaxed = await load({ relaxed: true })
  const expected = await ordinary.fit(training, options), model = await relaxed.fit(training, options)
  const opened = ordinary.open(model.toBytes())
  const answers = model.predict(heldOut).values, others = expected.predict(heldOut).values
  const facts = {
    relaxed: [ordinary.relaxed, relaxed.relaxed],
    r2: [expected, model].map(each => each.evaluate(heldOut).r2),
    sizes: [expected.size, model.size],
    apart: furthest(answers, others),
    openedApart: furthest(answers, opened.predict(heldOut).values),
    importances: model.importances().slice(0, 3).map(({ column }) => column),
    files: [expected, model].map(each => [...each.toBytes()])
  }
  let rounds = 0
  for await (const { round } of relaxed.rounds(training, { target: options.target, rounds: 2 })) rounds = round
  relaxed.dispose()
  ordinary.dispose()
  return { ...facts, rounds }
}
