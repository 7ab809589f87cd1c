'use client'
import { useEffect, useState } from 'react'
import { load } from 'rfm-wasm'
import { open } from 'rfm-wasm/predict'

async function trained() {
  const rfm = await load()
  const table = { a: [1, 2, 3, 4, 5, 6], b: [2, 4, 6, 8, 10, 13] }
  const model = await rfm.fit(table, { kernel: 'gaussian', rounds: 0 })
  const { rows } = (await open(model.toBytes())).predict(table)
  return `answered ${rows} ${model.toC().length}`
}

export default function Trained() {
  const [words, say] = useState('waiting')
  useEffect(() => { trained().then(say, error => say(String(error))) }, [])
  useEffect(() => { document.title = words }, [words])
  return <p>{words}</p>
}
