import { describe, expect, it } from 'vitest'
import type { ExchangeQuote } from '#ports/exchanges/market-data-source.ts'
import type { PolledExchange } from '#use-cases/price-watch/sources/poll-exchange.ts'
import { quotesTogether } from '#use-cases/price-watch/sources/quotes-together.ts'

/** An exchange that answers on demand, and records the questions. */
const slowExchange = () => {
  const calls: Array<{ readonly ids: readonly string[] } & PromiseWithResolvers<readonly ExchangeQuote[]>> = []
  const none = async (): Promise<never> => {
    throw new Error('nobody asks for this')
  }
  const exchange: PolledExchange = {
    name: 'EXCHANGE_A',
    quotes: (ids) => {
      const call = { ids, ...Promise.withResolvers<readonly ExchangeQuote[]>() }
      calls.push(call)
      return call.promise
    },
    lastTrade: none,
    marketStates: none,
  }
  return { calls, ask: quotesTogether((name) => (name === 'EXCHANGE_A' ? exchange : null)) }
}

/** Lets settled promises continue. */
const rest = () => new Promise((resolve) => setImmediate(resolve))

describe('prices of stops that are armed together', () => {
  it('are asked for in one call while another is on its way, each instrument once', async () => {
    const { calls, ask } = slowExchange()
    const first = ask('EXCHANGE_A', ['a'])
    const others = Promise.all([ask('EXCHANGE_A', ['a', 'b']), ask('EXCHANGE_A', ['b', 'c'])])
    await rest()
    expect(calls.map(({ ids }) => ids)).toEqual([['a']])
    calls[0]?.resolve([])
    expect(await first).toEqual([])
    await rest()
    expect(calls.map(({ ids }) => ids)).toEqual([['a'], ['a', 'b', 'c']])
    calls[1]?.resolve([])
    expect(await others).toEqual([[], []])
  })

  it('are never older than the question', async () => {
    const { calls, ask } = slowExchange()
    const before = ask('EXCHANGE_A', ['a'])
    const after = ask('EXCHANGE_A', ['a'])
    calls[0]?.resolve([])
    await before
    await rest()
    expect(calls).toHaveLength(2)
    calls[1]?.resolve([])
    await after
    const later = ask('EXCHANGE_A', ['a'])
    expect(calls).toHaveLength(3)
    calls[2]?.resolve([])
    await later
  })

  it('are asked for again after a failure, which only callers of the shared call receive', async () => {
    const { calls, ask } = slowExchange()
    const failing = ask('EXCHANGE_A', ['a'])
    const waiting = ask('EXCHANGE_A', ['b'])
    calls[0]?.reject(new Error('the exchange is away'))
    await expect(failing).rejects.toThrow('the exchange is away')
    await rest()
    calls[1]?.resolve([])
    expect(await waiting).toEqual([])
  })

  it('are asked for in several calls if they are more than one call should have', async () => {
    const { calls, ask } = slowExchange()
    const ids = (from: number, count: number) => Array.from({ length: count }, (_, n) => `m${from + n}`)
    const all = Promise.all([
      ask('EXCHANGE_A', ['a']),
      ask('EXCHANGE_A', ids(0, 400)),
      ask('EXCHANGE_A', ids(200, 300)),
      ask('EXCHANGE_A', ids(500, 600)),
      ask('EXCHANGE_A', ['b']),
    ])
    for (let call = 0; call < 4; call += 1) {
      await rest()
      calls[call]?.resolve([])
    }
    await all
    expect(calls.map((call) => call.ids.length)).toEqual([1, 500, 600, 1])
  })

  it('are empty for an exchange that is not set up', async () => {
    expect(await slowExchange().ask('EXCHANGE_B', ['a'])).toEqual([])
  })
})
