/** Confirms that a market trades, if the known state of the market may be old. */

import { describe, expect, it } from 'vitest'
import { ExchangeUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import type { MarketState } from '#ports/exchanges/market-data-source.ts'
import { SILENT_LOG } from '#test/support/silent-log.ts'
import { type ConfirmOpenDeps, confirmOpen } from '#use-cases/price-watch/fire/confirm-open.ts'

const market = (nativeId: string) => ({ exchange: 'EXCHANGE_A', nativeId, svcId: 1 }) as const
const ANN = { accountKey: 'ann', secrets: {} }
const OLD = { state: 'open', stateIsLive: false } as const

const desk = (answer: (names: readonly string[]) => readonly MarketState[]) => {
  const requested: (readonly string[])[] = []
  const readers: unknown[] = []
  const deps: ConfirmOpenDeps = {
    exchanges: () => ({
      marketStates: async (names, _, reader) => {
        requested.push(names)
        readers.push(reader)
        await new Promise((resolve) => setTimeout(resolve, 5))
        return answer(names)
      },
    }),
    confirming: new Map(),
    readers: new Map([['EXCHANGE_A', ANN]]),
    log: SILENT_LOG,
  }
  return { deps, asked: requested, readers }
}

const all = (state: MarketState['state']) => (names: readonly string[]) =>
  names.map((nativeId) => ({ nativeId, state }))

describe('a market whose state may be old', () => {
  it('is asked for in the name of the account that streams are open for', async () => {
    const { deps, readers } = desk(all('open'))
    await confirmOpen(deps, market('A'), OLD)
    expect(readers).toEqual([ANN])
  })

  it.each([
    ['open', true],
    ['paused', false],
    ['closed', false],
  ] as const)('is asked for, and if it is %s, firing there is %s', async (state, expected) => {
    const { deps, asked } = desk(all(state))
    expect(await confirmOpen(deps, market('A'), OLD)).toBe(expected)
    expect(asked).toEqual([['A']])
  })

  it('is not asked for if its state is live, or if no older answer says that it is open', async () => {
    const { deps, asked } = desk(all('open'))
    expect(await confirmOpen(deps, market('A'), { state: 'open', stateIsLive: true })).toBe(true)
    expect(await confirmOpen(deps, market('A'), { state: 'paused', stateIsLive: false })).toBe(false)
    expect(asked).toEqual([])
  })

  it('keeps its older state while the exchange does not answer', async () => {
    const { deps } = desk(() => {
      throw new ExchangeUnavailable('EXCHANGE_A', 'away')
    })
    expect(await confirmOpen(deps, market('A'), OLD)).toBe(true)
  })

  it('shares one call with all markets that are asked for while another call is under way', async () => {
    const { deps, asked } = desk(all('open'))
    const first = confirmOpen(deps, market('A'), OLD)
    await Promise.resolve()
    await Promise.resolve()
    const others = ['B', 'C', 'D', 'B'].map((name) => confirmOpen(deps, market(name), OLD))
    expect(await Promise.all([first, ...others])).toEqual([true, true, true, true, true])
    expect(asked).toEqual([['A'], ['B', 'C', 'D']])
    expect(deps.confirming.size).toBe(0)
  })
})
