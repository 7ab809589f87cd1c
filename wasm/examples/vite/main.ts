import { load } from 'rfm-wasm'

interface House { area: number; rooms: number; town: string; price: number }

const towns = ['York', 'Hull', 'Leeds']
const houses: House[] = Array.from({ length: 60 }, (_, k) => {
  const area = 40 + k * 37 % 90, rooms = 1 + k % 5, town = towns[k % 3]!
  return { area, rooms, town, price: 3 * area + 10 * rooms + 40 * (k % 3) }
})

const answer = document.querySelector('#answer')!
const rfm = await load()
const model = await rfm.fit(houses, {
  target: 'price', task: 'regression',
  onProgress: ({ done, secondsLeft = 0 }) => {
    answer.textContent = `${Math.round(100 * done)} %, ${secondsLeft.toFixed(0)} s left`
  }
})
const { value, interval: [low, high] } = model.predict({ area: 100, rooms: 3, town: 'Hull' })
answer.textContent = `${value.toFixed(0)}, between ${low.toFixed(0)} and ${high.toFixed(0)}; ` +
  `${model.importances()[0]!.column} matters most`
