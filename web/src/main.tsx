// Starts the page: follows the address, draws, and asks to work offline.
import { render } from 'preact'
import { App } from './app'
import { listen } from './state/incoming'
import { follow_address } from './state/store'
import './styles/page.css'
import './styles/parts.css'
import './styles/moving.css'
import './styles/data.css'
import './styles/look.css'
import './styles/steps.css'

follow_address()
listen()
render(<App />, document.getElementById('app')!)
if (import.meta.env.PROD && 'serviceWorker' in navigator) void navigator.serviceWorker.register('./sw.js')
