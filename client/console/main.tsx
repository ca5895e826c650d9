/** The console: a page for people who trade. */

import './styles/index.css'
import { startConsole } from './app.tsx'

const place = document.getElementById('console')
if (place === null) throw new Error('the page has no place for the console')
await startConsole(place)
