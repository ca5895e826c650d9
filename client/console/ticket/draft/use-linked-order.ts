/**
 * Fills the ticket from the address that a link leads to: `#/markets/7?side=buy&outcome=no&price=0.55`. The price is in dollars, of the
 * outcome. The address then loses it, so that a reload keeps what the user typed since.
 */

import { useEffect } from 'preact/hooks'
import { dollarsToCents, readCents } from '../../format/price.ts'
import { choose, chosen } from '../../shell/navigation/route.ts'
import type { Draft } from './draft.ts'

export const useLinkedOrder = (change: (next: (before: Draft) => Draft) => void): void => {
  const [side, outcome, price] = [chosen('side'), chosen('outcome'), chosen('price')]
  useEffect(() => {
    if (side === '' && outcome === '' && price === '') return
    for (const name of ['side', 'outcome', 'price']) choose(name, '')
    const cents = dollarsToCents(Number(price))
    const isPrice = price !== '' && readCents(cents).value !== null
    change((before) => ({
      ...before,
      kind: 'LIMIT',
      side: side === 'sell' ? 'sell' : 'buy',
      outcome: outcome === 'no' ? 'no' : 'yes',
      takeProfit: '',
      stopLoss: '',
      ...(isPrice ? { price: cents, isPriceOwn: true } : { price: '', isPriceOwn: false }),
    }))
  }, [side, outcome, price])
}
