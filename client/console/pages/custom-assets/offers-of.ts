/** Both trades that a telephone offers under a custom asset, at the best prices of all members. */

import { price } from '../../format/price.ts'
import type { Offer } from '../../parts/phone-ticket.tsx'
import type { Draft } from '../../ticket/draft/draft.ts'
import type { Book } from '../../ticket/draft/mirror.ts'
import { turned } from '../../ticket/draft/turned.ts'

/** `book` is null before it is known. */
export const offersOf = (
  book: Book | null,
  change: (next: (before: Draft) => Draft) => void,
): readonly [Offer, Offer] => {
  const take = (side: Draft['side']) => () => change((before) => turned(before, { side }))
  return [
    { text: `Buy ${price(book?.asks[0]?.price)}`, class: 'buying', choose: take('buy') },
    { text: `Sell ${price(book?.bids[0]?.price)}`, class: 'selling', choose: take('sell') },
  ]
}
