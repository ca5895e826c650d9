/** Largest totals of an order with an amend. */

import { describe, expect, it } from 'vitest'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import type { Amend } from '#domain/orders/amend/amend.ts'
import { largestTotalRequested, largestTotalSent } from '#domain/orders/amend/amending.ts'
import { NO_INSTRUCTIONS } from '#domain/orders/instructions.ts'
import { BY_USER } from '#domain/orders/origin.ts'
import { contracts, T0 } from '../../contingent/complex-samples.ts'

/** An order for ten, and a change of it. */
const changing = (to: number, change: Partial<Amend> = {}, exchange: ExchangeName = 'EXCHANGE_A') => ({
  exchange,
  qty: contracts(10),
  price: null,
  expiresAt: null,
  origin: BY_USER,
  buyFlag: true,
  timeInForce: 'GTC' as const,
  ...NO_INSTRUCTIONS,
  amend: {
    amendId: 'a',
    status: 'PENDING' as const,
    reason: null,
    requested: { qty: contracts(to), price: null, expiresAt: null },
    before: null,
    sentAt: null,
    open: false,
    unresolvedAt: null,
    quietAt: null,
    ...change,
  },
})

describe('the largest total of an order', () => {
  it('is its quantity without a change, and with one that is over', () => {
    expect(largestTotalSent({ ...changing(15), amend: null })).toBe(contracts(10))
    expect(largestTotalRequested({ ...changing(15), amend: null })).toBe(contracts(10))
    for (const status of ['DONE', 'REFUSED'] as const) {
      expect(largestTotalSent(changing(15, { status, open: true }))).toBe(contracts(10))
      expect(largestTotalRequested(changing(15, { status, open: true }))).toBe(contracts(10))
    }
  })

  it('is the larger of both totals after the change is sent, even if its outcome is unknown', () => {
    expect(largestTotalSent(changing(15, { open: true }))).toBe(contracts(15))
    expect(largestTotalSent(changing(15, { unresolvedAt: T0 }))).toBe(contracts(15))
    expect(largestTotalSent(changing(5, { open: true }))).toBe(contracts(10))
  })

  it('is its quantity before the change is sent, but the larger total if the change was requested', () => {
    expect(largestTotalSent(changing(15))).toBe(contracts(10))
    expect(largestTotalRequested(changing(15))).toBe(contracts(15))
    expect(largestTotalRequested(changing(5))).toBe(contracts(10))
  })

  it('stays its quantity if the exchange has no amend: its book does not change', () => {
    expect(largestTotalSent(changing(15, { open: true }, 'EXCHANGE_B'))).toBe(contracts(10))
    expect(largestTotalRequested(changing(15, { open: true }, 'EXCHANGE_B'))).toBe(contracts(10))
  })
})
