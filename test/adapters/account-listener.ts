/** Hears the events of a private stream, for tests. */

import type { AccountEvent } from '#ports/exchanges/account-stream.ts'

export const accountListener = () => {
  const received: AccountEvent[] = []
  return {
    heard: received,
    hear: (event: AccountEvent): void => {
      received.push(event)
    },
    /** Waits for the next event of that kind, at most two seconds; takes all up to it. */
    next: async <Kind extends AccountEvent['kind']>(kind: Kind): Promise<Extract<AccountEvent, { kind: Kind }>> => {
      for (let tries = 0; tries < 400; tries += 1) {
        const at = received.findIndex((event) => event.kind === kind)
        const found = received[at]
        if (found !== undefined) {
          received.splice(0, at + 1)
          return found as Extract<AccountEvent, { kind: Kind }>
        }
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
      throw new Error(`nothing of that was heard, but ${JSON.stringify(received)}`)
    },
  }
}
