/** Unknown values from an exchange break and end nothing, and are reported to the operator once a day. */

import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { ACCOUNTS } from '#adapters/exchanges/accounts.ts'
import { recordUnknownValue, reportUnknownValues } from '#adapters/exchanges/known-values.ts'
import { EXCHANGE_LOG } from '#adapters/exchanges/log-messages.ts'
import { exchangeRegistry } from '#adapters/exchanges/registry.ts'
import { EXCHANGE_NAMES, type ExchangeName } from '#domain/kernel/exchange-name.ts'
import { DAY, HOUR } from '#domain/kernel/time.ts'
import { jsonLog } from '#lambda/log/json-log.ts'
import { unknownValues } from '#local/admin/doctor/exchanges/unknown-values.ts'
import { type LogLine, toLogLine } from '#local/admin/environment/logs.ts'
import { startJsonServer } from '#simulators/engine/http/json-server.ts'
import { kalshiStoryExchange } from '#test/support/simulators/kalshi.ts'
import { polymarketStoryExchange } from '#test/support/simulators/polymarket.ts'

const START = { EXCHANGE_A: kalshiStoryExchange, EXCHANGE_B: polymarketStoryExchange }
const signal = () => AbortSignal.timeout(10_000)

let now = 0
let written: string[] = []
const clock = () => now
beforeEach(() => {
  now = Date.parse('2026-11-20T12:00:00Z')
  written = []
})

const newLog = () => jsonLog(clock, { function: 'watch-prices' }, (line) => void written.push(line))
const lines = (): readonly LogLine[] => written.flatMap((text) => toLogLine(text, now) ?? [])
const values = () => lines().map(({ message, fields }) => [message, fields['field'], fields['value']])
const counted = () => written.filter((text) => 'UnknownValues' in JSON.parse(text)).length

/** The findings of the doctor on these lines. */
const doctor = (): ReturnType<typeof unknownValues.look> => {
  const find = async (texts: readonly string[], from: number, until: number) =>
    lines().filter(({ at, message }) => texts.includes(message) && at >= from && at <= until)
  // No other part of the service is read.
  return unknownValues.look({ place: { logs: { find } }, now } as never)
}

const open = async (name: ExchangeName) => {
  const simulated = await START[name]({
    clock,
    bot: false,
    cache: false,
    staleReadsMs: 0,
    settleAfterMs: 100,
    serve: startJsonServer,
  })
  onTestFinished(() => simulated.close())
  const control = async (path: string, body: object): Promise<void> => {
    const answer = await fetch(`${simulated.controlUrl}/control/${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
    })
    expect(answer.status, await answer.text()).toBe(200)
  }
  const { exchange } = exchangeRegistry(ACCOUNTS, {
    clock,
    log: newLog(),
    urls: simulated.urls,
    storedMarket: async () => null,
  })
  return { simulated, control, exchange: exchange(name) }
}

describe('a value that an exchange has never sent before', () => {
  it('a new market status pauses the market, and is logged, counted and shown by the doctor once a day', async () => {
    const { simulated, control, exchange } = await open('EXCHANGE_A')
    expect(await doctor()).toMatchObject([{ ok: true }])
    await control('faults', {
      kind: 'rename',
      path: '/markets$',
      values: { status: { active: 'halted_pending_123456' } },
    })
    const state = async () => (await exchange.marketStates([simulated.market], signal()))[0]?.state
    expect([await state(), await state()]).toEqual(['paused', 'paused'])
    expect(values()).toEqual([[EXCHANGE_LOG.unknownValue, 'market status', 'halted_pending_…']])
    expect(counted()).toBe(1)
    expect(await doctor()).toEqual([
      {
        ok: false,
        detail:
          'Unknown value of EXCHANGE_A: market status "halted_pending_…", first seen at 2026-11-20T12:00:00.000Z. ' +
          'docs/operations.md, "Drift of an exchange", says how it decides and what to do.',
      },
    ])
    now += DAY - 1
    await state()
    expect(counted()).toBe(1)
    now += 1
    await state()
    expect(counted()).toBe(2)
    now += DAY + 2 * HOUR
    expect(await doctor()).toMatchObject([{ ok: true }])
  })

  it.each([
    ['EXCHANGE_A', '/markets$', 'market status', 'x_1'],
    ['EXCHANGE_B', '/v2/resolutions$', 'resolution status', 'x_1'],
  ] as const)('a new status of a decided market on %s pays nothing', async (name, path, field, value) => {
    const { simulated, control, exchange } = await open(name)
    await control('resolve', { market: simulated.market, outcome: 'yes' })
    expect(await exchange.payouts([simulated.market], signal())).toHaveLength(1)
    await control('faults', { kind: 'rename', path, values: { status: { '*': value } } })
    expect(await exchange.payouts([simulated.market], signal())).toEqual([])
    expect(values()).toEqual([[EXCHANGE_LOG.unknownValue, field, value]])
  })

  it.each(EXCHANGE_NAMES)('the new order status %s leaves the order live', async (name) => {
    const { simulated, control, exchange } = await open(name)
    const credentials = Object.entries(simulated.credentials).map(([field, value]) => [field, String(value)])
    const verified = await exchange.verify(Object.fromEntries(credentials), signal())
    if (verified.kind !== 'valid') throw new Error('the credentials are invalid')
    const account = { accountKey: 'story', secrets: verified.secrets }
    const order =
      name === 'EXCHANGE_A'
        ? { order_id: 'one', status: 'parked', fill_count_fp: '0.00' }
        : {
            id: '0x01',
            status: 'parked',
            asset_id: '1',
            side: 'BUY',
            original_size: '5',
            size_matched: '0',
            price: '0.5',
          }
    const list = name === 'EXCHANGE_A' ? 'orders' : 'data'
    await control('faults', {
      kind: 'status',
      status: 200,
      path: name === 'EXCHANGE_A' ? '/portfolio/orders$' : '/data/orders$',
      body: { [list]: [order] },
    })
    expect(await exchange.openOrders(account, signal())).toMatchObject([{ state: 'live' }])
    expect(values()).toEqual([[EXCHANGE_LOG.unknownValue, 'order status', 'parked']])
  })

  it('is reported without ids and amounts, and no more than fifty values a day', () => {
    reportUnknownValues(newLog(), clock)
    recordUnknownValue(
      'EXCHANGE_B',
      'error text',
      'wallet 0x9f0f11c8 owes 12.75 for 01a202f2-aaa4-7507-aedd-000000000000',
    )
    expect(values()[0]?.[2]).toBe('wallet … owes … for …')
    for (let n = 0; n < 100; n += 1)
      recordUnknownValue('EXCHANGE_B', 'error text', `word ${String.fromCharCode(97 + (n % 26))}${n % 50}`)
    expect(counted()).toBe(50)
    now += DAY
    recordUnknownValue('EXCHANGE_B', 'error text', 'one more')
    expect(counted()).toBe(51)
  })
})
