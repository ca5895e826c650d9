/** The drift run names exactly what an exchange has changed, says what it means, and ends with 1 if it decides something. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'vitest'
import { EXCHANGE_NAMES, type ExchangeName } from '#domain/kernel/exchange-name.ts'
import { compareExchanges } from '#local/rehearse/drift/compare-exchanges.ts'
import { driftOptions } from '#local/rehearse/drift/drift-options.ts'
import type { Drift } from '#local/rehearse/drift/run-drift.ts'
import { type Desk, openDesk } from './desk.ts'
import { silentSocket } from './silent-socket.ts'

const LIST = { EXCHANGE_A: '/trade-api/v2/markets$', EXCHANGE_B: '/gamma/markets/keyset$' }

/** Runs the command on a simulated exchange with the key of its account. */
const compare = async (
  name: ExchangeName,
  { simulated }: Desk,
  { onTestFinished }: TestContext,
  more: readonly string[] = [],
  listenMs = 300,
) => {
  const folder = mkdtempSync(join(tmpdir(), 'drift-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'key.json')
  writeFileSync(file, JSON.stringify(simulated.credentials))
  const report = join(folder, 'drift.json')
  const urls = Object.entries(simulated.urls[name] ?? {}).flatMap(([host, address]) => ['--url', `${host}=${address}`])
  const options = driftOptions([
    '--drift',
    '--exchange',
    name,
    '--credentials',
    file,
    '--report',
    report,
    ...urls,
    ...more,
  ])
  if (options === null) throw new Error('the command line does not say --drift')
  const printed: string[] = []
  const isWell = await compareExchanges(options, {
    clock: Date.now,
    listenMs,
    print: (text) => void printed.push(text),
  })
  const text = readFileSync(report, 'utf8')
  const drift: Drift = JSON.parse(text).exchanges[name]
  return { isWell, printed: printed.join('\n'), report: text, ...drift }
}

const named = ({ findings }: Drift) => findings.map(({ kind, at, decides }) => ({ kind, at, decides }))

describe.concurrent.each(EXCHANGE_NAMES)('the drift run at %s', (name) => {
  it('finds nothing in an exchange that is as it was, and writes no secret', async (test) => {
    const { expect } = test
    const desk = await openDesk(name, test)
    const { isWell, findings, compared, printed, report } = await compare(name, desk, test)
    expect(findings).toEqual([])
    expect(isWell).toBe(true)
    // Right after midnight no market of the simulator has closed yet, so no call can read how one ended.
    expect(compared).toBeGreaterThan(15)
    expect(printed).toContain('Nothing that decides has drifted; 0 others.')
    const key = String(desk.simulated.credentials['private_key'])
    expect(report.includes(key) || printed.includes(key)).toBe(false)
  })

  it('names exactly three fields that were renamed, each once with its new name', async (test) => {
    const { expect } = test
    const desk = await openDesk(name, test)
    const fields =
      name === 'EXCHANGE_A'
        ? { last_price_dollars: 'last_price_usd', yes_dollars: 'yes_levels', as_of_time: 'as_of' }
        : { orderMinSize: 'orderMinimum', accepting_orders: 'takes_orders', closed_only: 'only_closing' }
    await desk.control('faults', { kind: 'rename', path: '', fields })
    const found = await compare(name, desk, test)
    const ofKind = (expected: string) =>
      named(found)
        .flatMap(({ kind, at }) => (kind === expected ? [at.split('.').at(-1)] : []))
        .toSorted()
    expect(ofKind('missing field')).toEqual(Object.keys(fields).toSorted())
    expect(ofKind('unknown field')).toEqual(Object.values(fields).toSorted())
    expect(found.findings).toHaveLength(6)
    expect(found.isWell).toBe(false)
    for (const [old, now] of Object.entries(fields))
      expect(found.printed).toMatch(new RegExp(`DECIDES.*${old}\n.*\n.*New in the same place: ${now}`))
    expect(found.printed).toContain('3 DIFFERENCES DECIDE; 3 others.')
  })

  it('names an unknown value of a field that decides, a form that cannot be read, and a field that is new', async (test) => {
    const { expect } = test
    const desk = await openDesk(name, test)
    const change = (body: { markets: object[] }) => ({
      ...body,
      markets: body.markets.map((market) =>
        name === 'EXCHANGE_A'
          ? { ...market, status: 'dormant', close_time: 5, halt_reason: null }
          : { ...market, version: 'v9', conditionId: 5, halt_reason: null },
      ),
    })
    desk.spoil(async (call, answer) => {
      const reply = await answer()
      const isList = new RegExp(LIST[name]).test(call.path)
      return reply === 'drop' || !isList ? reply : { ...reply, body: change(reply.body as never) }
    })
    const { isWell, printed, ...found } = await compare(name, desk, test)
    expect(named(found)).toEqual(
      expect.arrayContaining([
        { kind: 'unknown value', at: name === 'EXCHANGE_A' ? 'markets[].status' : 'markets[].version', decides: true },
        {
          kind: 'unreadable field',
          at: name === 'EXCHANGE_A' ? 'markets[].close_time' : 'markets[].conditionId',
          decides: true,
        },
        { kind: 'unknown field', at: 'markets[].halt_reason', decides: false },
      ]),
    )
    expect(found.findings).toHaveLength(3)
    expect(printed).toContain(name === 'EXCHANGE_A' ? '"dormant" is a value that' : '"v9" is a value that')
    expect(isWell).toBe(false)
  })

  it('names a path that has moved or is gone, an announced end, a new header, and other words of a refusal', async (test) => {
    const { expect } = test
    const desk = await openDesk(name, test)
    const moved = name === 'EXCHANGE_A' ? /\/exchange\/status$/ : /^\/site\/api\/geoblock$/
    const gone = name === 'EXCHANGE_A' ? /\/markets\/orderbooks$/ : /^\/clob\/books$/
    desk.spoil(async (call, answer) => {
      if (moved.test(call.path)) return { status: 301, headers: { location: '/elsewhere' } }
      if (gone.test(call.path)) return { status: 410, body: { error: 'gone' } }
      const reply = await answer()
      if (reply === 'drop') return reply
      if (reply.status === 404) return { ...reply, body: { error: 'nothing here' } }
      return new RegExp(LIST[name]).test(call.path)
        ? { ...reply, headers: { ...reply.headers, deprecation: '@1798761600', 'x-new-limit': '5' } }
        : reply
    })
    const { isWell, printed, ...found } = await compare(name, desk, test)
    expect(named(found).toSorted((a, b) => a.at.localeCompare(b.at))).toEqual(
      [
        { kind: 'header', at: 'deprecation', decides: true },
        {
          kind: 'path',
          at: name === 'EXCHANGE_A' ? 'GET api/exchange/status' : 'GET site/api/geoblock',
          decides: true,
        },
        { kind: 'path', at: name === 'EXCHANGE_A' ? 'GET api/markets/orderbooks' : 'POST clob/books', decides: true },
        { kind: 'error', at: name === 'EXCHANGE_A' ? 'not found' : 'no orderbook exists', decides: false },
        { kind: 'header', at: 'x-new-limit', decides: false },
      ].toSorted((a, b) => a.at.localeCompare(b.at)),
    )
    expect(printed).toContain('the path is gone. It leads to /elsewhere.')
    expect(isWell).toBe(false)
  })

  it('compares the messages of the public socket', async (test) => {
    const { expect } = test
    const desk = await openDesk(name, test)
    const { market } = desk.simulated
    let isOver = false
    const trade = async (): Promise<void> => {
      while (!isOver) {
        await desk.control('book', { market, bids: [[0.4, 100]], asks: [[0.45, 100]] })
        await desk.control('trade', { market, price: 0.45, qty: 1, buy_flag: true })
        await new Promise((done) => setTimeout(done, 50))
      }
    }
    const trading = trade()
    test.onTestFinished(async () => {
      isOver = true
      await trading
    })
    const { findings, open } = await compare(name, desk, test, ['--market', market], 3_000)
    expect(findings).toEqual([])
    expect(open.filter((line) => line.includes('no message') && !line.includes('tick_size_change'))).toEqual([])
  })

  it('names missing and new fields in the messages of the public socket', async (test) => {
    const { expect } = test
    const desk = await openDesk(name, test)
    const messages =
      name === 'EXCHANGE_A'
        ? [{ type: 'orderbook_snapshot', sid: 1, seq: 1, msg: { ticker: 'X', yes_dollars_fp: [] } }, { type: 'halt' }]
        : [[{ event_type: 'book', asset_id: '1', timestamp: '1', bids: [], sells: [] }], { event_type: 'halt' }]
    const url = await silentSocket(test, messages)
    const urls = { ...desk.simulated.urls[name], ws: url, marketWs: url }
    const simulated = { ...desk.simulated, urls: { [name]: urls } }
    const found = await compare(name, { ...desk, simulated }, test)
    expect(named(found)).toEqual([
      { kind: 'missing field', at: name === 'EXCHANGE_A' ? 'msg.market_ticker' : 'asks', decides: true },
      { kind: 'unknown field', at: name === 'EXCHANGE_A' ? 'msg.ticker' : 'sells', decides: false },
      { kind: 'unknown message', at: 'halt', decides: false },
    ])
    expect(found.isWell).toBe(false)
  })

  it('says what it could not read, and is not well then', async (test) => {
    const { expect } = test
    const desk = await openDesk(name, test)
    await desk.control('faults', { kind: 'status', status: 503, method: 'GET', path: LIST[name] })
    const { isWell, findings, open } = await compare(name, desk, test)
    expect(findings.map(({ kind }) => kind)).toContain('unread')
    expect(findings[0]?.means).toContain('The exchange answers 503')
    expect(open.join()).toContain('was found to ask about')
    expect(isWell).toBe(false)
  })
})

describe('the command line of the drift run', () => {
  it('needs neither exchange nor key, and takes both exchanges then', ({ expect }) => {
    const options = driftOptions(['--drift'])
    expect(options?.exchanges.map(({ name }) => name)).toEqual(EXCHANGE_NAMES)
    expect(options).toMatchObject({ credentials: null, report: 'drift.json' })
    expect(driftOptions(['--drift', '--help'])).toBeNull()
    expect(driftOptions(['--exchange', 'EXCHANGE_A'])).toBeNull()
  })

  it.for([
    [['--place'], '--drift only reads: leave --place out'],
    [['--exchange', 'EXCHANGE_C'], '--exchange must be one of EXCHANGE_A, EXCHANGE_B'],
    [['--credentials', 'key.json'], '--credentials belongs to one exchange: name it with --exchange'],
    [['--market', 'x'], '--market belongs to one exchange: name it with --exchange'],
    [['--demo'], '--demo belongs to one exchange: name it with --exchange'],
    [['--exchange', 'EXCHANGE_B', '--demo'], 'EXCHANGE_B has no demo'],
    [['--exchange', 'EXCHANGE_B', '--url', 'clob'], '--url must be <host>=<address>, not clob'],
    [['--drifts'], 'npm run rehearse does not know --drifts. Did you mean npm run rehearse -- --drift?'],
  ] as const)('refuses %j in words', ([args, words], { expect }) => {
    expect(() => driftOptions(['--drift', ...args])).toThrow(words)
  })

  it('refuses credentials that the exchange refuses', async (test) => {
    const { expect } = test
    const desk = await openDesk('EXCHANGE_A', test)
    const wrong = { ...desk.simulated, credentials: { ...desk.simulated.credentials, api_key_id: 'another' } }
    await expect(compare('EXCHANGE_A', { ...desk, simulated: wrong }, test)).rejects.toThrow(
      /EXCHANGE_A refuses the credentials in .*key\.json/,
    )
  })
})
