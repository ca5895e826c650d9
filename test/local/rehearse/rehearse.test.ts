/** The rehearsal at the simulators: green where the exchange behaves as assumed, and red for each assumption that is broken. */

import { describe, expect, it } from 'vitest'
import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import type { Check } from '#local/rehearse/check.ts'
import { rehearsalOptions } from '#local/rehearse/options.ts'
import { PRIVATE_KEY } from '../../support/simulators/kalshi.ts'
import { WALLET_KEY } from '../../support/simulators/polymarket.ts'
import { BROKEN } from './broken-assumptions.ts'
import { openDesk } from './desk.ts'
import { silentSocket } from './silent-socket.ts'

const failed = (checks: readonly Check[]): readonly string[] =>
  checks.filter(({ ok }) => ok === false).map(({ check }) => check)

describe.concurrent.each(EXCHANGE_NAMES)('the rehearsal at %s', (exchange) => {
  it('finds every assumption kept, places one order only when told to, and leaves nothing behind', async (test) => {
    const { expect } = test
    const { rehearse, orders } = await openDesk(exchange, test)
    const looked = await rehearse()
    expect(failed(looked.checks)).toEqual([])
    expect(looked.verdicts.get('order_placed')).toBeNull()
    expect(await orders()).toEqual([])
    const { checks, verdicts } = await rehearse({ place: true })
    expect(failed(checks)).toEqual([])
    for (const check of [
      'order_placed',
      'order_on_socket',
      'order_read',
      'order_listed',
      'order_cancelled',
      'order_ended',
    ])
      expect(verdicts.get(check), check).toBe(true)
    expect(verdicts.get('order_amended')).toBe(exchange === 'EXCHANGE_A' ? true : null)
    expect(await orders()).toHaveLength(1)
    // Each row can be broken: none is green whatever happens.
    const rows = new Set([
      ...BROKEN[exchange].map(({ row }) => row),
      'balance_shard_0',
      'balance_shard_3',
      'relayer_key',
    ])
    expect([...verdicts.keys()].filter((row) => !rows.has(row) && verdicts.get(row) === true)).toEqual([])
  })

  it('takes the first open market with a book when none is named, and says so when there is none', async (test) => {
    const { expect } = test
    const { control, rehearse, simulated } = await openDesk(exchange, test)
    const { checks } = await rehearse({ market: null, place: true })
    expect(failed(checks)).toEqual([])
    expect(checks.find(({ check }) => check === 'market')).toMatchObject({ ok: true, detail: simulated.market })
    await control('book', { market: simulated.market, bids: [], asks: [[0.45, 100]] })
    const without = await rehearse({ market: null })
    expect(failed(without.checks)).toEqual(['market'])
    expect(without.checks.find(({ check }) => check === 'market')?.detail).toMatch(/None of the first \d+ open markets/)
  }, 60_000)

  it.for(BROKEN[exchange].map((broken) => [broken.row, broken] as const))(
    'finds %s broken, and nothing else, and tells no secret',
    { timeout: 60_000 },
    async ([row, { breakIt, more = {} }], test) => {
      const { expect } = test
      const desk = await openDesk(exchange, test)
      await breakIt(desk, test)
      const { checks } = await desk.rehearse(typeof more === 'function' ? await more(test) : more)
      expect(failed(checks)).toEqual([row])
      const told = JSON.stringify(checks)
      for (const secret of [WALLET_KEY, WALLET_KEY.slice(2), PRIVATE_KEY, PRIVATE_KEY.split('\n')[1] ?? ''])
        expect(told).not.toContain(secret)
      // Whatever is broken, the order does not stay on the book.
      expect((await desk.orders()).filter(({ status }) => status === 'resting')).toEqual([])
    },
  )

  it('takes an order off the book whose answer was lost', async (test) => {
    const { expect } = test
    const { control, rehearse, simulated, orders } = await openDesk(exchange, test)
    await control('faults', { ...simulated.calls.create, kind: 'drop_after', times: 1 })
    const { checks, verdicts } = await rehearse({ place: true })
    expect(failed(checks)).toEqual(['order_placed'])
    expect([verdicts.get('order_cancelled'), verdicts.get('order_ended')]).toEqual([true, true])
    expect((await orders()).length).toBe(1)
  }, 60_000)

  it('finds a socket that says nothing', async (test) => {
    const { expect } = test
    const { rehearse } = await openDesk(exchange, test)
    const url = await silentSocket(test, [])
    const { verdicts } = await rehearse({ urls: { ws: url, marketWs: url, userWs: url }, place: true })
    expect(verdicts.get('socket_handshake')).toBe(true)
    expect([verdicts.get('socket_first_message'), verdicts.get('order_on_socket')]).toEqual([false, false])
  }, 60_000)
})

describe('the age of a list', () => {
  it('is found from the live book beside it, while the price moves', async (test) => {
    const { control, rehearse, simulated } = await openDesk('EXCHANGE_A', test)
    const book = { market: simulated.market, bids: [[0.41, 100]], asks: [[0.46, 100]] }
    const timer = setTimeout(() => void control('book', book), 2_500)
    test.onTestFinished(() => clearTimeout(timer))
    const { checks } = await rehearse({ watchListsMs: 20_000 })
    expect(failed(checks)).toEqual([])
    expect(checks.find(({ check }) => check === 'list_true_age')).toMatchObject({ ok: true })
  }, 60_000)
})

describe('the command line of the rehearsal', () => {
  it('places nothing unless told to, and names the demo only where there is one', () => {
    const given = ['--exchange', 'EXCHANGE_A', '--credentials', 'key.json']
    expect(rehearsalOptions(given)).toMatchObject({ place: false, demo: false, report: 'rehearsal.json' })
    expect(rehearsalOptions([...given, '--demo', '--place'])).toMatchObject({
      place: true,
      urls: { api: expect.stringContaining('demo'), ws: expect.stringContaining('demo') },
    })
    expect(rehearsalOptions(['--help'])).toBe('help')
    expect(() => rehearsalOptions(['--exchange', 'EXCHANGE_B', '--credentials', 'k', '--demo'])).toThrow(/no demo/)
    expect(() => rehearsalOptions(['--exchange', 'EXCHANGE_C'])).toThrow(/must be one of/)
    expect(() => rehearsalOptions([...given, '--plaec'])).toThrow(/plaec/)
  })
})
