/** Orders that an exchange has left without a clear answer for some seconds, by exchange, as every page shows them; null before the first look. */

import { signal } from '@preact/signals'
import type { Answer } from '../api/ask.ts'
import { readOpenOrders } from '../api/open-orders.ts'
import type { ExchangeName, Order } from '../api/types.ts'

export interface Unconfirmed {
  readonly exchange: ExchangeName
  readonly orders: number
  /** When the first of them was placed. */
  readonly since: string
}

export const unconfirmed = signal<readonly Unconfirmed[] | null>(null)

/** A lost answer is usually found again sooner. */
const PATIENCE_MS = 10_000

/** Looks at the orders of all subaccounts. */
export const readUnconfirmed = async (): Promise<Answer<readonly Unconfirmed[]>> => {
  const found: Unconfirmed[] = []
  for (const exchange of ['EXCHANGE_A', 'EXCHANGE_B'] as const) {
    const filter = { exchange_name: exchange, include_legs: true }
    const answer = await readOpenOrders(filter, ['PENDING_SUBMISSION', 'PROCESSING'])
    if (!answer.ok) return answer
    const orders = answer.data.filter(isUnconfirmed)
    const first = orders.at(-1)
    if (first !== undefined) found.push({ exchange, orders: orders.length, since: first.created_at })
  }
  return { ok: true, data: found }
}

/** Its outcome is unknown, or it waits because the exchange is away. Others wait for a reason of their own. */
const isUnconfirmed = ({ status, last_error, created_at }: Order): boolean =>
  last_error !== null &&
  (status === 'PROCESSING' || /not be reached|not answer/.test(last_error)) &&
  Date.now() - Date.parse(created_at) > PATIENCE_MS
