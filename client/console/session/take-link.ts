/** Signs in by the link that `npm start` prints: its code is exchanged for the key, once. */

import { endedBecause, keepKey } from './api-key.ts'

const PATTERN = /^#sign-in=([\w-]+)$/

/** Does nothing if the address carries no code. */
export const takeLink = async (): Promise<void> => {
  const [, code] = PATTERN.exec(location.hash) ?? []
  if (code === undefined) return
  // The code leaves the address and the history at once.
  location.replace('#/')
  try {
    const response = await fetch('/v1/console/sign-in', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code }),
    })
    const { api_key, detail }: { api_key?: string; detail?: string } = await response.json()
    if (api_key === undefined) endedBecause.value = detail ?? 'This link does not sign in.'
    else keepKey(api_key)
  } catch {
    endedBecause.value = 'The service does not answer.'
  }
}
