/** The holding that a request to close counts: the fills, and exchange reports beyond them. */

import { describe, expect, it } from 'vitest'
import { ONE, qty } from '#domain/kernel/numbers.ts'
import { type HeldPosition, heldPositions } from '#domain/portfolio/held-position.ts'
import { newLedger } from '#domain/portfolio/position-ledger.ts'
import { withReported } from '#domain/portfolio/with-reported.ts'
import { sampleOrder } from '#test/adapters/store/samples.ts'

const contracts = (count: number) => qty(count * ONE)

/** `traded` by the exchange, of which the stored fills make up `stored`. */
const order = (buyFlag: boolean, traded: number, stored = 0, svcId = 1) =>
  sampleOrder({
    svcId,
    buyFlag,
    exchangeFilledQty: contracts(traded),
    tradedQty: contracts(stored),
    reversedQty: qty(0),
  })

const empty = heldPositions({
  ledgers: [newLedger({ subaccountId: 'sub', exchange: 'EXCHANGE_A', svcId: 1, nativeId: 'T' })],
  reports: [],
})[0] as HeldPosition

/** A position of `fills` contracts by stored fills, and of `shown` by the believed report. */
const held = (fills: number, shown = fills): HeldPosition => ({
  ...empty,
  position: shown * ONE,
  fills: { ...empty.fills, position: fills * ONE },
})

const closable = (...args: Parameters<typeof withReported>) =>
  withReported(...args).map(({ svcId, position }) => [svcId, position / ONE])

describe('the holding including exchange reports', () => {
  it('counts a trade whose fill is not stored yet, also in a new market', () => {
    expect(closable([], [order(true, 10), order(false, 4)])).toEqual([[1, 6]])
    expect(closable([held(5)], [order(true, 10), order(false, 3, 0, 2)])).toEqual([
      [1, 15],
      [2, -3],
    ])
  })

  it('counts no trade twice whose fill is stored', () => {
    expect(closable([held(10)], [order(true, 10, 10)])).toEqual([[1, 10]])
    expect(closable([held(10)], [order(false, 10, 4)])).toEqual([[1, 4]])
  })

  it('leaves a position as the exchange reports it if the report is believed', () => {
    expect(closable([held(0, 10)], [order(true, 10)])).toEqual([[1, 10]])
  })
})
