/** Hears the events of a price stream, for tests. */

import type { PriceEvent } from '#ports/exchanges/price-stream.ts'
import type { After } from '#ports/kernel/clock.ts'

/** Real timers, a hundred times as fast: waits of ten seconds take a tenth of one. */
export const hurried: After = (ms, act) => {
  const timer = setTimeout(act, ms / 100)
  return () => clearTimeout(timer)
}

export const streamListener = () => {
  const received: PriceEvent[] = []
  return {
    heard: received,
    hear: (event: PriceEvent): void => {
      received.push(event)
    },
    /** Waits until an event fits, at most two seconds; takes all up to it. */
    until: async (fits: (event: PriceEvent) => boolean): Promise<PriceEvent> => {
      for (let tries = 0; tries < 400; tries += 1) {
        const at = received.findIndex(fits)
        if (at >= 0) {
          const found = received[at]
          received.splice(0, at + 1)
          if (found !== undefined) return found
        }
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
      throw new Error(`nothing of that was heard, but ${JSON.stringify(received)}`)
    },
  }
}

/** For `until`. */
export const isKind = (kind: PriceEvent['kind'], nativeId?: string) => (event: PriceEvent) =>
  event.kind === kind && (nativeId === undefined || ('nativeId' in event && event.nativeId === nativeId))
