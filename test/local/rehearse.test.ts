/** The rehearsal at the simulators: green where the exchange behaves as assumed, and red for each assumption that is broken. */

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, type TestContext } from 'vitest'
import { WebSocketServer } from 'ws'
import { EXCHANGE_NAMES, type ExchangeName } from '#domain/kernel/exchange-name.ts'
import type { Check } from '#local/rehearse/check.ts'
import { rehearsalOptions } from '#local/rehearse/options.ts'
import { type Rehearsal, runRehearsal } from '#local/rehearse/run-rehearsal.ts'
import { startJsonServer } from '#local/simulators/engine/http/json-server.ts'
import { kalshiStoryExchange, PRIVATE_KEY } from '../support/simulators/kalshi.ts'
import { polymarketStoryExchange, WALLET_KEY } from '../support/simulators/polymarket.ts'
import type { StoryExchange } from '../support/simulators/story-exchange.ts'

const START = { EXCHANGE_A: kalshiStoryExchange, EXCHANGE_B: polymarketStoryExchange }

interface Desk {
  readonly simulated: StoryExchange
  control(path: string, body: object): Promise<void>
  /** Rehearses there, unless told otherwise. */
  rehearse(
    more?: Partial<Rehearsal>,
  ): Promise<{ readonly checks: readonly Check[]; readonly verdicts: ReadonlyMap<string, boolean | null> }>
  /** How many orders the account has ever placed. */
  attempts(): Promise<number>
}

/** An exchange of its own for a test, so that tests run side by side: they mostly wait. */
const openDesk = async (exchange: ExchangeName, { onTestFinished }: TestContext): Promise<Desk> => {
  const simulated = await START[exchange]({
    clock: Date.now,
    bot: false,
    cache: true,
    staleReadsMs: 200,
    settleAfterMs: 500,
    serve: startJsonServer,
  })
  onTestFinished(() => simulated.close())
  const control = async (path: string, body: object): Promise<void> => {
    const url = `${simulated.controlUrl}/control/${path}`
    const answer = await fetch(url, { method: 'POST', body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(await answer.text())
  }
  await control('book', { market: simulated.market, bids: [[0.4, 100]], asks: [[0.45, 100]] })
  return {
    simulated,
    control,
    rehearse: async (more = {}) => {
      const credentials = Object.fromEntries(
        Object.entries(simulated.credentials).map(([name, value]) => [name, String(value)]),
      )
      const checks = await runRehearsal({
        exchange,
        credentials,
        market: simulated.market,
        place: false,
        clock: Date.now,
        ...more,
        urls: { ...simulated.urls[exchange], ...more.urls },
      })
      return { checks, verdicts: new Map(checks.map(({ check, ok }) => [check, ok])) }
    },
    attempts: async () => {
      const answer = await fetch(`${simulated.controlUrl}/control/ledger`)
      const { accounts } = (await answer.json()) as { accounts: { id: string; orders: unknown[] }[] }
      return accounts.find(({ id }) => id === 'story')?.orders.length ?? 0
    },
  }
}

/** A check, what breaks its assumption, and how the rehearsal is run then. */
type Broken = readonly [check: string, breakIt: (desk: Desk) => Promise<unknown>, more: Partial<Rehearsal>]

describe.concurrent.each(EXCHANGE_NAMES)('the rehearsal at %s', (exchange) => {
  it('finds every assumption kept, places one order only when told to, and leaves nothing behind', async (test) => {
    const { expect } = test
    const { rehearse, attempts } = await openDesk(exchange, test)
    const looked = await rehearse()
    expect(looked.checks.filter(({ ok }) => ok === false)).toEqual([])
    expect(looked.verdicts.get('order_placed')).toBeNull()
    expect(await attempts()).toBe(0)
    const { checks, verdicts } = await rehearse({ place: true })
    expect(checks.filter(({ ok }) => ok === false)).toEqual([])
    for (const check of [
      'order_placed',
      'order_on_socket',
      'order_read',
      'order_listed',
      'order_cancelled',
      'order_ended',
    ])
      expect(verdicts.get(check), check).toBe(true)
    expect(await attempts()).toBe(1)
    const told = JSON.stringify(checks)
    for (const secret of [WALLET_KEY, WALLET_KEY.slice(2), PRIVATE_KEY, PRIVATE_KEY.split('\n')[1] ?? ''])
      expect(told).not.toContain(secret)
  })

  it('finds a key that the exchange does not accept', async (test) => {
    const { rehearse } = await openDesk(exchange, test)
    const credentials =
      exchange === 'EXCHANGE_A'
        ? { api_key_id: 'another-key', private_key: PRIVATE_KEY }
        : { private_key: 'no key', signature_type: '0' }
    expect((await rehearse({ credentials })).verdicts.get('signature')).toBe(false)
  })

  it('finds a clock that is off, and lists that are too old', async (test) => {
    const { rehearse } = await openDesk(exchange, test)
    expect((await rehearse({ clock: () => Date.now() + 20_000 })).verdicts.get('clock')).toBe(false)
    const server = createServer((_, response) => {
      response.writeHead(200, { 'cache-control': 'public, max-age=60' })
      response.end('{}')
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    test.onTestFinished(() => void server.close())
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const { verdicts } = await rehearse({ urls: { [exchange === 'EXCHANGE_A' ? 'api' : 'clob']: url } })
    expect(verdicts.get('list_age')).toBe(false)
  })

  it.for<Broken>([
    [
      'account_reads',
      ({ control, simulated }) => control('faults', { ...simulated.calls.read, kind: 'status', status: 500 }),
      {},
    ],
    ...(exchange === 'EXCHANGE_A'
      ? ([
          ['limits', ({ control }) => control('faults', { path: '/account/limits$', kind: 'status', status: 500 }), {}],
        ] as Broken[])
      : []),
    ['market', async () => undefined, { market: 'no-such-market' }],
    ['state', ({ control, simulated }) => control('status', { market: simulated.market, status: 'paused' }), {}],
    [
      'book',
      ({ control }) =>
        control('faults', { method: 'GET', path: '/orderbook$|^/clob/book$', kind: 'status', status: 500 }),
      {},
    ],
    ['order_placed', ({ control }) => control('mode', { mode: 'html_403' }), { place: true }],
    [
      'order_cancelled',
      ({ control, simulated }) => control('faults', { ...simulated.calls.cancel, kind: 'status', status: 500 }),
      { place: true },
    ],
  ])('finds %s broken', async ([check, breakIt, more], test) => {
    const { expect } = test
    const desk = await openDesk(exchange, test)
    await breakIt(desk)
    // On EXCHANGE_B keys are asked for at the door that refuses.
    const expected = check === 'order_placed' && exchange === 'EXCHANGE_B' ? 'signature' : check
    expect((await desk.rehearse(more)).verdicts.get(expected)).toBe(false)
  })

  it('finds a socket that refuses, and one that says nothing', async (test) => {
    const { rehearse } = await openDesk(exchange, test)
    const nowhere = { ws: 'ws://127.0.0.1:9/', marketWs: 'ws://127.0.0.1:9/', userWs: 'ws://127.0.0.1:9/' }
    const refused = (await rehearse({ urls: nowhere })).verdicts
    expect([refused.get('socket_handshake'), refused.get('socket_private')]).toEqual([false, false])
    const silent = new WebSocketServer({ host: '127.0.0.1', port: 0 })
    await new Promise((done) => silent.once('listening', done))
    test.onTestFinished(() => silent.close())
    const url = `ws://127.0.0.1:${(silent.address() as AddressInfo).port}/`
    const { verdicts } = await rehearse({ urls: { ws: url, marketWs: url, userWs: url }, place: true })
    expect(verdicts.get('socket_handshake')).toBe(true)
    expect([verdicts.get('socket_snapshot'), verdicts.get('order_on_socket')]).toEqual([false, false])
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
