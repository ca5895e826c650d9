/** All that a page needs at once. */

import { apiKey } from './session/api-key.ts'
import { SignIn } from './session/sign-in.tsx'
import { Shell } from './shell/shell.tsx'

export const App = () => (apiKey.value === '' ? <SignIn /> : <Shell />)
