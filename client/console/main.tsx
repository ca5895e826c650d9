/** The console: a page for people who trade. */

import './styles/index.css'
import { render } from 'preact'
import { App } from './app.tsx'
import { takeLink } from './session/take-link.ts'
import { readAheadOfLinks } from './shell/read-ahead-of-links.ts'

const place = document.getElementById('console')
if (place === null) throw new Error('the page has no place for the console')
await takeLink()
render(<App />, place)
readAheadOfLinks()
