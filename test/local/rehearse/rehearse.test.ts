/** The rehearsal at the simulators: green where the exchange behaves as assumed, and red for each assumption that is broken. */

import { describe, expect, it } from 'vitest'
import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import type { Check } from '#local/rehearse/checks/check.ts'
import { rehearsalOptions } from '#local/rehearse/options.ts'
import { isLongRun } from '../../support/run/plays.ts'
import { PRIVATE_KEY } from '../../support/simulators/kalshi.ts'
import { WALLET_KEY } from '../../support/simulators/polymarket.ts'
import { BROKEN } from './broken-assumptions.ts'
import { openDesk } from './desk.ts'
import { silentSocket } from './silent-socket.ts'

/** Turns on the checks that watch lists for twenty seconds. */
const WATCHES_LISTS = isLongRun()

const failed = (checks: readonly Check[]): readonly string[] =>
  checks.filter(({ ok }) => ok === false).map(({ check }) => check)

describe.concurrent.each(EXCHANGE_NAMES)('the rehearsal at %s', (exchange) => {
  // First, because it waits longest.
  it('finds a socket that says nothing', async (test) => {
    const { expect } = test
    const { rehearse } = await openDesk(exchange, test)
    const url = await silentSocket(test, [])
    const { verdicts } = await rehearse({ urls: { ws: url, marketWs: url, userWs: url }, place: true })
    expect(verdicts.get('socket_handshake')).toBe(true)
    expect([verdicts.get('socket_first_message'), verdicts.get('order_on_socket')]).toEqual([false, false])
  }, 60_000)

  it('finds every assumption kept, places one order only on request, and leaves nothing behind', async (test) => {
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

  const broken = BROKEN[exchange].filter(({ row }) => WATCHES_LISTS || row !== 'list_true_age')
  it.for(broken.map((one) => [one.row, one] as const))(
    'finds %s broken, and nothing else, and tells no secret',
    { timeout: 60_000 },
    async ([row, { breakIt, more = {} }], test) => {
      const { expect } = test
      const desk = await openDesk(exchange, test)
      await breakIt(desk, test)
      const { checks } = await desk.rehearse(typeof more === 'function' ? await more(test) : more)
      expect(failed(checks)).toEqual([row])
      // In words, and not in the notation of a program.
      expect(checks.find(({ check }) => check === row)?.detail).not.toMatch(/"kind"|fetch failed|aborted/)
      const reported = JSON.stringify(checks)
      for (const secret of [WALLET_KEY, WALLET_KEY.slice(2), PRIVATE_KEY, PRIVATE_KEY.split('\n')[1] ?? ''])
        expect(reported).not.toContain(secret)
      // The order never stays on the book, however broken the exchange is.
      expect((await desk.orders()).filter(({ status }) => status === 'resting')).toEqual([])
    },
  )

  it('does not read time and age from an answer that is not the exchange’s own', async (test) => {
    const { expect } = test
    const { spoil, rehearse } = await openDesk(exchange, test)
    spoil(async (_, answer, { nth }) => (nth === 1 ? { status: 404, body: 'no such page' } : answer()))
    const { checks } = await rehearse()
    for (const row of ['clock', 'list_age'])
      expect(checks.find(({ check }) => check === row)).toMatchObject({
        ok: false,
        detail: expect.stringMatching(/404/),
      })
  })

  it('asks again where a plain read is refused by chance', async (test) => {
    const { expect } = test
    const { spoil, rehearse } = await openDesk(exchange, test)
    const refused = new Set<string>()
    spoil(async ({ path, header }, answer) => {
      const isPlain = header('kalshi-access-key') === undefined && header('poly_address') === undefined
      if (!isPlain || refused.has(path)) return answer()
      refused.add(path)
      return { status: 429, body: { error: 'too many requests' } }
    })
    const { verdicts } = await rehearse()
    expect([verdicts.get('clock'), verdicts.get('list_age')]).toEqual([true, true])
  }, 60_000)

  it('tries without a valid key what needs none', async (test) => {
    const { expect } = test
    const { rehearse } = await openDesk(exchange, test)
    const { checks, verdicts } = await rehearse({ credentials: { private_key: 'no key' }, place: true })
    expect(failed(checks)).toEqual(['signature'])
    for (const row of ['market', 'book', 'state']) expect(verdicts.get(row), row).toBe(true)
    expect(verdicts.get('socket_handshake')).toBe(exchange === 'EXCHANGE_A' ? null : true)
    expect(verdicts.get('order_placed')).toBeNull()
  })

  it('asks no second book of an exchange that fails, and says how it fails', async (test) => {
    const { expect } = test
    const { control, rehearse } = await openDesk(exchange, test)
    await control('faults', { method: 'GET', path: '/orderbook$|^/clob/book$', kind: 'status', status: 500 })
    const { checks } = await rehearse({ market: null })
    expect(failed(checks)).toEqual(['market'])
    expect(checks.find(({ check }) => check === 'market')?.detail).toMatch(/status 500/)
  }, 60_000)

  it('places nothing in a market that trades near the lowest price, which breaks no assumption', async (test) => {
    const { expect } = test
    const { control, rehearse, simulated, orders } = await openDesk(exchange, test)
    await control('book', { market: simulated.market, bids: [], asks: [[0.01, 100]] })
    const { checks, verdicts } = await rehearse({ place: true })
    expect(failed(checks)).toEqual([])
    expect(verdicts.get('order_placed')).toBeNull()
    expect(await orders()).toEqual([])
  }, 60_000)

  it('asks again for an order whose reads fail at first', async (test) => {
    const { expect } = test
    const { spoil, rehearse } = await openDesk(exchange, test)
    let reads = 0
    spoil(async ({ method, path }, answer) => {
      const isRead = method === 'GET' && /\/portfolio\/orders\/[^/]+$|^\/clob\/data\/order\//.test(path)
      if (isRead) reads += 1
      return isRead && reads <= 4 ? { status: 500, body: { error: 'no' } } : answer()
    })
    expect(failed((await rehearse({ place: true })).checks)).toEqual([])
  }, 60_000)

  it('cancels again where the first cancel was lost', async (test) => {
    const { expect } = test
    const { control, rehearse, simulated, orders } = await openDesk(exchange, test)
    await control('faults', { ...simulated.calls.cancel, kind: 'drop_before', times: 1 })
    const { checks, verdicts } = await rehearse({ place: true })
    expect(failed(checks)).toEqual(['order_cancelled'])
    expect(verdicts.get('order_ended')).toBe(true)
    expect((await orders()).filter(({ status }) => status === 'resting')).toEqual([])
  }, 60_000)

  it('says that an order may rest there when it cannot be found', async (test) => {
    const { expect } = test
    const { control, rehearse, simulated } = await openDesk(exchange, test)
    await control('faults', { ...simulated.calls.create, kind: 'drop_before', times: 5 })
    const { checks } = await rehearse({ place: true })
    expect(failed(checks)).toEqual(['order_placed'])
    expect(checks.find(({ check }) => check === 'order_placed')?.detail).toMatch(/may rest there/)
  }, 60_000)

  it('takes an order off the book whose answer was lost', async (test) => {
    const { expect } = test
    const { control, rehearse, simulated, orders } = await openDesk(exchange, test)
    await control('faults', { ...simulated.calls.create, kind: 'drop_after', times: 1 })
    const { checks, verdicts } = await rehearse({ place: true })
    expect(failed(checks)).toEqual(['order_placed'])
    expect([verdicts.get('order_cancelled'), verdicts.get('order_ended')]).toEqual([true, true])
    expect((await orders()).length).toBe(1)
  }, 60_000)
})

describe.concurrent('without a named market', () => {
  it('the rehearsal takes one in which the smallest order is far from the prices', async (test) => {
    const { expect } = test
    const { control, rehearse, simulated } = await openDesk('EXCHANGE_A', test)
    const list = await fetch(`${simulated.urls.EXCHANGE_A?.api}/markets?limit=100&status=open`)
    const { markets } = (await list.json()) as { markets: { ticker: string }[] }
    const [near, far] = markets.map(({ ticker }) => ticker).filter((ticker) => ticker !== simulated.market)
    await control('book', { market: simulated.market, bids: [], asks: [] })
    await control('book', { market: near, bids: [[0.001, 100]], asks: [[0.008, 100]] })
    await control('book', { market: far, bids: [[0.4, 100]], asks: [[0.45, 100]] })
    const { checks } = await rehearse({ market: null, place: true })
    expect(failed(checks)).toEqual([])
    expect(checks.find(({ check }) => check === 'order_placed')?.ok).toBe(true)
  }, 60_000)
})

describe.runIf(WATCHES_LISTS).concurrent('the age of a list', () => {
  it('is found from the live book beside it, while the price moves', async (test) => {
    const { expect } = test
    const { control, rehearse, simulated } = await openDesk('EXCHANGE_A', test)
    // Repeated, because the rehearsal may begin its watch at any time.
    let ask = 0.46
    const timer = setInterval(() => {
      ask = ask === 0.46 ? 0.47 : 0.46
      void control('book', { market: simulated.market, bids: [[0.41, 100]], asks: [[ask, 100]] })
    }, 2_500)
    test.onTestFinished(() => clearInterval(timer))
    const { checks } = await rehearse({ watchListsMs: 20_000 })
    expect(failed(checks)).toEqual([])
    expect(checks.find(({ check }) => check === 'list_true_age')).toMatchObject({ ok: true })
  }, 60_000)
})

describe('the command line of the rehearsal', () => {
  it('places orders only on request, and names the demo only if there is one', () => {
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
