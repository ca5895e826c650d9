import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { StoredRow } from '../../engine/ledger/row-store.ts'
import { rounds } from '../rounds.ts'
import { newTraders, openPolymarket, type SimulatedPolymarket, STANDARD } from './simulated.ts'

const CASH = 60

const order = fc.record({
  kind: fc.constant('order' as const),
  by: fc.nat({ max: 3 }),
  outcome: fc.constantFrom(0 as const, 1 as const),
  side: fc.constantFrom('BUY' as const, 'BUY' as const, 'SELL' as const),
  cents: fc.integer({ min: 48, max: 52 }),
  shares: fc.integer({ min: 500, max: 2_500 }),
  type: fc.constantFrom('GTC' as const, 'GTC' as const, 'FAK' as const, 'FOK' as const),
})
const command = fc.oneof(
  { weight: 8, arbitrary: order },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), by: fc.nat({ max: 3 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('mode' as const), fails: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('pass' as const), ms: fc.constantFrom(500, 2_000, 5_000) }) },
)
type Command = typeof command extends fc.Arbitrary<infer One> ? One : never
type Traders = ReturnType<typeof newTraders>

const run = async (simulated: SimulatedPolymarket, traders: Traders, one: Command): Promise<void> => {
  const by = 'by' in one ? Object.values(traders)[one.by] : undefined
  switch (one.kind) {
    case 'order': {
      const { outcome, side, type } = one
      const [size, price] = [one.shares / 100, one.cents / 100]
      const dollars = Math.floor(size * price * 100) * 10_000
      const shares = Math.floor(dollars / price / 100) * 100
      const isSpending = side === 'BUY' && type !== 'GTC'
      await simulated.place(
        { outcome, side, type, size, price, ...(isSpending ? { amounts: [dollars, shares] } : {}) },
        by,
      )
      break
    }
    case 'cancel':
      await simulated.call('DELETE', '/cancel-all', undefined, by)
      break
    case 'mode':
      await simulated.control('mode', { mode: one.fails ? 'settlement_fails' : 'open' })
      break
    case 'pass':
      await simulated.pass(one.ms)
  }
}

const micro = (dollars: number): number => Math.round(dollars * 1e6)

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)

/** Money and shares are conserved among the wallets, nobody owes, and the matching engine counts the same. */
const invariants = async (simulated: SimulatedPolymarket): Promise<void> => {
  const { accounts } = await simulated.ledger()
  const rows = simulated.simulator.save() as StoredRow[]
  const rowOf = <Row>(kind: string, key: string): Row | undefined =>
    rows.find((row) => row.kind === kind && row.key === key)?.row as Row | undefined
  for (const { id, cash, positions, fills, orders } of accounts) {
    const [held] = positions
    const [yes, no] = [held?.yes ?? 0, held?.no ?? 0]
    expect(Math.min(cash, yes, no)).toBeGreaterThanOrEqual(0)
    expect(rowOf<{ cash: Record<number, number> }>('account', id)?.cash[0]).toBe(micro(cash) + micro(Math.min(yes, no)))
    const net = rowOf<{ net: number }>('position', `${id}|${STANDARD.conditionId}`)?.net ?? 0
    expect(net).toBe(micro(yes) - micro(no))
    for (const one of orders) {
      const own = fills.filter((fill) => fill.order_id === one.id && fill.status !== 'FAILED')
      expect(micro(one.filled_qty)).toBe(sum(own.map(({ qty }) => micro(qty))))
    }
  }
  const all = accounts.flatMap(({ positions }) => positions)
  const fees = accounts.flatMap(({ fills }) => fills.filter(({ status }) => status !== 'FAILED').map(({ fee }) => fee))
  expect(sum(all.map(({ yes }) => micro(yes)))).toBe(sum(all.map(({ no }) => micro(no))))
  const money = sum(accounts.map(({ cash }) => micro(cash)))
  expect(money + sum(all.map(({ yes }) => micro(yes))) + sum(fees.map(micro))).toBe(4 * CASH * 1e6)
}

describe('whatever happens', () => {
  it('money and both tokens are conserved, through failed settlements and the end of the market', async () => {
    let traded = 0
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 20, maxLength: 50 }), fc.boolean(), async (commands, isYes) => {
        const traders = newTraders()
        const simulated = await openPolymarket({ traders: Object.values(traders), cash: CASH })
        try {
          for (const one of commands) await run(simulated, traders, one)
          await invariants(simulated)
          await simulated.pass(5_000)
          await invariants(simulated)
          await simulated.control('resolve', { market: STANDARD.conditionId, outcome: isYes ? 'yes' : 'no' })
          await invariants(simulated)
          const { accounts } = await simulated.ledger()
          expect(accounts.flatMap(({ positions }) => positions)).toEqual([])
          traded += accounts.flatMap(({ fills }) => fills).length
        } finally {
          await simulated.close()
        }
      }),
      { numRuns: rounds(20) },
    )
    expect(traded).toBeGreaterThan(20)
  })
})
