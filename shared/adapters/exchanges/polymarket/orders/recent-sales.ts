/** Recent sales that the exchange's reads may not show yet: their shares are not free any more. */

import { type Millis, SECOND } from '#domain/kernel/time.ts'
import type { Clock } from '#ports/kernel/clock.ts'

export interface RecentSales {
  taken(sale: Sale): void
  /** Removes the sale of an order that is off the book again. */
  cancelled(hash: string): void
  /** Returns the shares that this wallet has sold of this token, without the given orders. */
  unseen(wallet: string, token: string, seen: ReadonlySet<string>): number
}

export interface Sale {
  readonly hash: string
  readonly wallet: string
  readonly token: string
  readonly shares: number
}

/** Remembers the sales of one adapter. Orders of one account are sent one after the other, mostly by one process. */
export const recentSales = (clock: Clock): RecentSales => {
  const sales = new Map<string, Sale & { readonly at: Millis }>()
  const forgetOld = (): void => {
    for (const [hash, { at }] of sales) {
      if (clock() - at > READS_LAG) sales.delete(hash)
    }
  }
  return {
    taken: (sale) => {
      forgetOld()
      sales.set(sale.hash, { ...sale, at: clock() })
    },
    cancelled: (hash) => {
      sales.delete(hash)
    },
    unseen: (wallet, token, seen) => {
      forgetOld()
      return [...sales.values()]
        .filter((sale) => sale.wallet === wallet && sale.token === token && !seen.has(sale.hash))
        .reduce((sum, { shares }) => sum + shares, 0)
    },
  }
}

/**
 * Longest time by which reads are behind. Not documented; a longer time would hold back shares that another process has
 * freed.
 */
const READS_LAG = 3 * SECOND
