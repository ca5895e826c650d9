/** A map that drops each value after a while, so that an unused secret does not stay in memory. */

import type { After } from '#ports/kernel/clock.ts'

export interface ForgetfulMap<Value> {
  get(key: string): Value | undefined
  /** Drops the earlier value at once. */
  set(key: string, value: Value): void
  delete(key: string): void
}

/** `keepForMs` counts from when a value was set; reading it does not prolong it. */
export const forgetfulMap = <Value>(keepForMs: number, after: After): ForgetfulMap<Value> => {
  const kept = new Map<string, { readonly value: Value; readonly cancel: () => void }>()
  const drop = (key: string): void => {
    kept.get(key)?.cancel()
    kept.delete(key)
  }
  return {
    get: (key) => kept.get(key)?.value,
    set: (key, value) => {
      drop(key)
      kept.set(key, { value, cancel: after(keepForMs, () => kept.delete(key)) })
    },
    delete: drop,
  }
}
