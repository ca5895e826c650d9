/** Requests that leave with paper accounts: only public reads, without any secret, and none while nothing rests. */

import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import { ONE, price, qty } from '#domain/kernel/numbers.ts'
import { NO_CHILD_OBSERVATIONS } from '#domain/orders/fills/child-observations.ts'
import { openPaperDesk, signal } from './desk.ts'

describe.each(EXCHANGE_NAMES)('paper accounts at %s', (name) => {
  it('send nothing but public reads, whatever is done with them', async () => {
    const desk = await openPaperDesk(name)
    await desk.book([[0.4, 5]], [[0.45, 100]])
    const { exchange, account, market } = desk
    const rested = await desk.outbound(desk.order())
    const outcome = await exchange.submit(account, rested, signal())
    if (outcome.kind !== 'accepted') throw new Error(JSON.stringify(outcome))
    await desk.submit(desk.order({ price: price(450_000), qty: qty(7 * ONE), timeInForce: 'IOC' }))
    await desk.submit(desk.order({ buyFlag: false, price: price(10_000), qty: qty(ONE), timeInForce: 'IOC' }))
    const { exchangeOrderId } = outcome.order
    const { nativeId, shard } = market
    const named = { nativeId, shard, exchangeOrderId, since: 0, childObservations: NO_CHILD_OBSERVATIONS }
    const terms = { qty: qty(9 * ONE), price: price(390_000), expiresAt: null }
    await exchange.amend(account, { ...named, buyFlag: true }, terms, signal())
    await desk.pass(10_000)
    await exchange.openOrders(account, signal())
    await exchange.order(account, named, signal())
    await exchange.lookUp(account, rested, signal())
    await exchange.invalidateIdentity(account, rested, signal())
    await exchange.fillsSince(account, 0, signal())
    await exchange.fillsBefore(account, desk.time.now, null, signal())
    await exchange.positions(account, signal())
    await exchange.balances(account, signal())
    await exchange.readiness(account, signal())
    await exchange.quotes([nativeId], signal(), account)
    await exchange.orderBook(nativeId, signal(), account)
    await exchange.prepareAction(account, { kind: 'redeem', nativeId }, signal())
    await exchange.spreadCash(account, [], signal())
    await exchange.cancel(account, named, signal())
    expect(desk.sent.length).toBeGreaterThan(5)
    const writes = desk.sent.filter(
      ({ method, url }) => method !== 'GET' && !PUBLIC_READS.test(`${method} ${url.pathname}`),
    )
    expect(writes).toEqual([])
    const headers = desk.sent.flatMap((request) => Object.keys(request.headers))
    expect(headers.filter((header) => /access|auth|poly|cookie/i.test(header))).toEqual([])
    expect(
      desk.sent.filter(({ url }) => /portfolio|clob\/data\/|balance|submit|api_keys|communications/.test(url.pathname)),
    ).toEqual([])
  })

  it.each([
    ['nothing while no order rests', false],
    ['at most for the outcome of what they hold while no order rests', true],
  ])('ask %s', async (_, holds) => {
    const desk = await openPaperDesk(name)
    await desk.book([[0.4, 5]], [[0.45, 100]])
    if (holds) await desk.submit(desk.order({ price: price(450_000), timeInForce: 'IOC' }))
    desk.sent.length = 0
    for (let polls = 0; polls < 5; polls += 1) {
      await desk.pass(60_000)
      await desk.exchange.openOrders(desk.account, signal())
      await desk.fills()
      await desk.cash()
      await desk.net()
    }
    const polls = holds && name === 'EXCHANGE_A' ? 5 : 0
    expect(desk.sent.map(({ url }) => url.pathname)).toEqual(
      Array.from({ length: polls }, () => '/trade-api/v2/markets'),
    )
  })
})

/** A read of many books is a POST at EXCHANGE_B (Polymarket reference, section 6.3). */
const PUBLIC_READS = /^POST .*\/books$/

describe('the table of paper accounts', () => {
  it('reaches no code that signs, sends an order or opens a private stream', () => {
    const reached = importsFrom('shared/adapters/exchanges/paper.ts')
    expect(reached.size).toBeGreaterThan(50)
    const forbidden =
      /signing\/|-exchange\.ts$|trading-client|send-part|submit-parts|cancel-orders|relayer|account-stream|wallet\/|relay-body/
    const own = /exchanges\/paper\/|shared\/(domain|ports)\//
    expect([...reached].filter((path) => forbidden.test(path) && !own.test(path))).toEqual([])
  })
})

/** Every file of the project that a file loads, itself included. Imports of types alone load nothing. */
const importsFrom = (first: string): ReadonlySet<string> => {
  const aliases = Object.entries<string>(JSON.parse(readFileSync('package.json', 'utf8')).imports)
  const resolve = (from: string, name: string): string | null => {
    if (name.startsWith('.')) return join(dirname(from), name)
    const alias = aliases.find(([prefix]) => name.startsWith(prefix.replace('*', '')))
    return alias === undefined ? null : alias[1].replace('./', '').replace('*', name.slice(alias[0].length - 1))
  }
  const reached = new Set<string>()
  const visit = (path: string): void => {
    if (reached.has(path)) return
    reached.add(path)
    const text = readFileSync(path, 'utf8')
    for (const [, clause = '', name = ''] of text.matchAll(/^(?:import|export) ([^'"]*?)from '([^']+)'/gm)) {
      const loads = !clause.startsWith('type ')
      const next = loads ? resolve(path, name) : null
      if (next !== null) visit(next)
    }
  }
  visit(first)
  return reached
}
