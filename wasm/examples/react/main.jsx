import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { useModel } from './use_model.jsx'

const table = { hours: [1, 2, 3, 4, 5, 6, 7, 8], slept: [8, 5, 7, 6, 8, 4, 7, 6], mark: [30, 35, 48, 52, 66, 59, 78, 80] }
const options = { target: 'mark', task: 'regression' }

function Marks() {
  const [hours, set] = useState(4)
  const { done, model, error } = useModel(table, options)
  if (error) return <p role="alert">{error.message}</p>
  if (!model) return <progress value={done} />
  const { value, interval } = model.predict({ hours, slept: 8 })
  return <p>
    <label>Hours: <input type="range" min="1" max="8" value={hours} onChange={event => set(Number(event.target.value))} /></label>
    {' '}expected {value.toFixed(0)}, between {interval.map(bound => bound.toFixed(0)).join(' and ')}
  </p>
}

createRoot(document.querySelector('#root')).render(<Marks />)
