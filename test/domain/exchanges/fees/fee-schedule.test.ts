/** The table of fees that people read. */

import { describe, expect, it } from 'vitest'
import { feeSchedule } from '#domain/exchanges/fees/fee-schedule.ts'
import { takerFee } from '#domain/exchanges/fees/taker-fee.ts'
import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import { qty } from '#domain/kernel/numbers.ts'

describe.each(EXCHANGE_NAMES)('the fees of a market on %s', (exchange) => {
  it('are the fees of one order for 100 contracts, at each price', () => {
    const market = { exchange, feeTerms: { rate: 43_210, exponent: 1 }, makerFeeRate: 0 } as const
    const { at, takerRate, makerRate } = feeSchedule(market)
    expect([takerRate, makerRate]).toEqual([43_210, 0])
    expect(at.map(({ price }) => price)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9].map((tenths) => tenths * 100_000))
    for (const { price, takerFee: fee, makerFee } of at) {
      expect(makerFee).toBe(0)
      for (const buyFlag of [true, false])
        expect(fee).toBe(takerFee(market, buyFlag, [{ price, qty: qty(100_000_000) }]))
    }
  })

  it('use a separate rate for makers, and are empty if the fee type is unknown', () => {
    const market = { exchange, feeTerms: { rate: 70_000, exponent: 1 }, makerFeeRate: 17_500 } as const
    const [first] = feeSchedule(market).at
    expect([first?.takerFee, first?.makerFee]).toEqual([630_000, 157_500])
    const unknown = feeSchedule({ ...market, makerFeeRate: null })
    expect([unknown.takerRate, unknown.at[0]?.takerFee, unknown.at[0]?.makerFee]).toEqual([null, null, null])
  })

  it('with another exponent show it in the rule', () => {
    const market = { exchange, feeTerms: { rate: 70_000, exponent: 2 }, makerFeeRate: 0 } as const
    expect(feeSchedule(market).rule).toBe('contracts × rate × (price × (1 − price))^2')
  })
})
