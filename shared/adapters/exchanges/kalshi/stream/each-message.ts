/** Hands on the messages of Kalshi's WebSocket one by one. */

import * as v from 'valibot'
import { ExchangeUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import { readFrame } from '../../stream/read-frame.ts'
import { Envelope } from './frames.ts'

/** What is no message is left out. Where `take` cannot read one, that is told to `unreadable`, and the next ones come as before. */
export const eachMessage =
  (take: (message: Envelope) => void, unreadable: (reason: string) => void) =>
  (text: string): void => {
    const reading = v.safeParse(Envelope, readFrame(text))
    if (!reading.success) return
    try {
      take(reading.output)
    } catch (error) {
      if (!(error instanceof ExchangeUnavailable)) throw error
      unreadable(error.message)
    }
  }
