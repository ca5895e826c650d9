/** The book in an event of the stream; null if there is none in it. */

import type { components } from '../../../../openapi-types.ts'

type Book = components['schemas']['Orderbook']

/** As deep as the ladder shows. */
const LEVELS = 10

export const bookIn = (event: unknown, before: Book | null): Book | null => {
  if (!isBook(event)) return null
  const { orderbook } = event
  const shown = { ...orderbook, bids: orderbook.bids.slice(0, LEVELS), asks: orderbook.asks.slice(0, LEVELS) }
  // Events may overtake an answer.
  return before !== null && before.orderbook.as_of > orderbook.as_of ? before : { ...event, orderbook: shown }
}

const isBook = (event: unknown): event is Book =>
  typeof event === 'object' && event !== null && 'orderbook' in event && typeof event.orderbook === 'object'
