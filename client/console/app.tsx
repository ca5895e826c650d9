/** All that a page needs at once. */

import { render } from 'preact'
import { apiKey } from './session/api-key.ts'
import { SignIn } from './session/sign-in.tsx'
import { takeLink } from './session/take-link.ts'
import { readAheadOfLinks } from './shell/navigation/read-ahead-of-links.ts'
import { Shell } from './shell/shell.tsx'

export const startConsole = async (place: Element): Promise<void> => {
  await takeLink()
  render(<App />, place)
  readAheadOfLinks()
}

const App = () => (apiKey.value === '' ? <SignIn /> : <Shell />)
