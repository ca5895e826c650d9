/** The dead man's switches that this tab renews, whichever page it shows. */

import { effect, signal } from '@preact/signals'
import { apiKey } from '../../session/api-key.ts'

type Timer = ReturnType<typeof setInterval>

const timers = signal<ReadonlyMap<string, Timer>>(new Map())

export const isRenewed = (subaccountId: string): boolean => timers.value.has(subaccountId)

/** From now on it is renewed three times within its time; null ends that. */
export const renewFromNowOn = (subaccountId: string, timeoutS: number | null, renew: () => void): void => {
  const next = new Map(timers.peek())
  clearInterval(next.get(subaccountId))
  next.delete(subaccountId)
  if (timeoutS !== null) next.set(subaccountId, setInterval(renew, (timeoutS * 1_000) / 3))
  timers.value = next
}

// The user has signed out.
effect(() => {
  if (apiKey.value !== '') return
  for (const timer of timers.peek().values()) clearInterval(timer)
  timers.value = new Map()
})
