/** Runs an action later without keeping the process alive. */

import type { After } from '#ports/kernel/clock.ts'

export const unrefTimer: After = (ms, act) => {
  const timer = setTimeout(act, ms).unref()
  return () => clearTimeout(timer)
}
