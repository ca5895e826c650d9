/** Timers on the clock of a story, for the automatic work of a run that holds streams. They fire as the story lets time pass. */

import type { After } from '#ports/kernel/clock.ts'

export interface StoryTimers {
  readonly after: After
  /** Ends when so much time has gone by. */
  readonly pause: (ms: number) => Promise<void>
  /** Fires all that are due by now, in their order. */
  readonly fire: () => void
}

export const storyTimers = (clock: () => number): StoryTimers => {
  const waiting = new Set<{ readonly at: number; readonly act: () => void }>()
  const after: After = (ms, act) => {
    const timer = { at: clock() + ms, act }
    waiting.add(timer)
    return () => void waiting.delete(timer)
  }
  return {
    after,
    pause: (ms) => new Promise((resolve) => void after(ms, resolve)),
    fire: () => {
      for (const timer of [...waiting].sort((a, b) => a.at - b.at)) {
        if (timer.at > clock() || !waiting.delete(timer)) continue
        timer.act()
      }
    },
  }
}
