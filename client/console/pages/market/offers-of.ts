/** Both purchases that a telephone offers under a market, at the best prices: the best bid for YES sells NO. */

import { price } from '../../format/price.ts'
import type { Offer } from '../../parts/phone-ticket.tsx'
import type { Draft } from '../../ticket/draft/draft.ts'
import { type Book, mirror } from '../../ticket/draft/mirror.ts'
import { turned } from '../../ticket/draft/turned.ts'

/** `book` is null before it is known. */
export const offersOf = (
  book: Book | null,
  change: (next: (before: Draft) => Draft) => void,
): readonly [Offer, Offer] => {
  const best = (one: Book | undefined): string => price(one?.asks[0]?.price)
  const buy = (outcome: Draft['outcome']) => () => change((before) => turned(before, { side: 'buy', outcome }))
  return [
    { text: `Buy Yes ${best(book ?? undefined)}`, class: 'buying', choose: buy('yes') },
    { text: `Buy No ${best(book === null ? undefined : mirror.book(book))}`, class: 'selling', choose: buy('no') },
  ]
}
