/** The best price of the opposite side in cents, from the moment the user chose the side. The price does not move under the user's hand. */

import { useRef } from 'preact/hooks'
import { dollarsToCents } from '../../format/price.ts'
import type { Draft } from './draft.ts'
import type { Book } from './mirror.ts'

/** `place` names the market. Empty while nothing is offered. */
export const useOfferedPrice = ({ side, outcome }: Draft, book: Book, place: string): string => {
  const key = `${place} ${side} ${outcome}`
  const offered = useRef({ key: '', cents: '' })
  const best = (side === 'buy' ? book.asks : book.bids)[0]
  if (offered.current.key !== key && best !== undefined) offered.current = { key, cents: dollarsToCents(best.price) }
  return offered.current.key === key ? offered.current.cents : ''
}
