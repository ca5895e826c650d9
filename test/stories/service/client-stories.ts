/** The typed client, its examples and the command line, against the service as it runs on a laptop. */

import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { run } from '#client/cli/run.ts'
import { createTradingClient, type TradingClient } from '#client/trading-client.ts'
import { type BuiltClient, builtClient } from '../../support/built-client.ts'
import { freePort } from '../../support/free-port.ts'
import { inThisRun, isLongRun } from '../../support/run/plays.ts'
import type { OwnService } from '../../support/service.ts'

export const clientStories = (service: () => OwnService): void => {
  let client: TradingClient
  let built: BuiltClient
  let svcId: number
  beforeAll(async () => {
    client = createTradingClient(service())
    built = builtClient()
    svcId = await anyMarket()
  }, 180_000)
  afterAll(() => built.remove())

  /** One somebody quotes, as soon as the first sync has stored it. */
  const anyMarket = async (): Promise<number> => {
    for (let tries = 0; tries < 200; tries += 1) {
      const query = { exchange_name: 'EXCHANGE_A' as const, limit: 30 }
      const { data } = await client.GET('/v1/markets/search', { params: { query } })
      for (const market of data?.results ?? []) {
        const params = { path: { svc_id: market.svc_id } }
        const book = (await client.GET('/v1/orderbooks/{svc_id}', { params })).data?.orderbook
        if ((book?.best_ask_price ?? 0) > 0.2 && (book?.best_bid_price ?? 0) > 0.2) return market.svc_id
      }
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    throw new Error('nothing is quoted')
  }

  /** A command, and what a person sees of it. */
  const type = async (...line: string[]) => {
    const said: string[] = []
    const complaints: string[] = []
    const code = await run(line, {
      print: (text) => said.push(text),
      progress: () => undefined,
      complain: (text) => complaints.push(text),
      width: 80,
      prompt: { isTerminal: false, ask: async () => '', textOf: () => Readable.from([]) },
      environment: {
        TRADING_URL: service().baseUrl,
        TRADING_KEY: service().apiKey,
        TRADING_SUBACCOUNT: service().subaccountId,
      },
      signal: AbortSignal.timeout(40_000),
    })
    return { code, said: said.join('\n'), complaints: complaints.join('\n') }
  }

  describe('the typed client', () => {
    it('places an order and waits for its end', async () => {
      const placed = await client.POST('/v1/orders', {
        body: { subaccount_id: service().subaccountId, svc_id: svcId, order_type: 'MARKET', buy_flag: true, qty: 1 },
      })
      const result = await client.waitForOrder(placed.data?.svc_order_id ?? '', { timeoutMs: 30_000 })
      expect(result).toMatchObject({ kind: 'ended', order: { status: 'EXECUTED', traded_qty: 1, fills: [{ qty: 1 }] } })
    })

    it('answers a refusal as a value', async () => {
      const { error, response } = await client.POST('/v1/orders', {
        body: { subaccount_id: service().subaccountId, svc_id: svcId, buy_flag: true, qty: 0, price: 0.5 },
      })
      expect(response.status).toBe(422)
      expect(error).toMatchObject({ detail: [{ loc: ['body', 'qty'] }] })
    })

    const EXAMPLES: readonly (readonly [name: string, output: RegExp])[] = [
      ['place-and-wait', /EXECUTED|CANCELLED/],
      // The order may have filled by then: the take-profit rests, and the stop-loss is armed.
      ['bracket-order', /TP (PENDING|TRIGGERED)[\s\S]*SL (PENDING|ACTIVE)/],
      [
        'resume-stream',
        /^live\ncut, connects again\n[\s\S]*live\n[\s\S]*order\.[\s\S]*connections [2-9], missing 0, repeated 0\n/,
      ],
      ['basket', /best offer of both 0\.\d+\n(EXECUTED|CANCELLED)/],
    ]
    it('has a test for each example', () => {
      const tested = [...EXAMPLES.map(([name]) => name), 'webhook-receiver'].map((name) => `${name}.ts`)
      expect(readdirSync('client/examples').sort()).toEqual(tested.sort())
    })

    it.each(inThisRun({ usual: EXAMPLES.slice(0, 3), long: EXAMPLES }))('runs its example %s', async (name, output) => {
      const env = {
        TRADING_URL: service().baseUrl,
        TRADING_KEY: service().apiKey,
        SUBACCOUNT_ID: service().subaccountId,
        SVC_ID: String(svcId),
      }
      const { stdout } = await promisify(execFile)(process.execPath, [`${name}.ts`], { env, cwd: built.folder })
      expect(stdout).toMatch(output)
    })

    it('runs its example webhook-receiver', async () => {
      const env = { TRADING_URL: service().baseUrl, TRADING_KEY: service().apiKey, PORT: String(await freePort()) }
      const receiver = spawn(process.execPath, ['webhook-receiver.ts'], {
        env,
        cwd: built.folder,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      let said = ''
      for (const stream of [receiver.stdout, receiver.stderr]) stream.on('data', (text) => (said += String(text)))
      try {
        await vi.waitFor(() => expect(said).toContain('"type":"webhook.test"'), { timeout: 20_000, interval: 100 })
      } finally {
        const ended = once(receiver, 'exit')
        receiver.kill('SIGTERM')
        await ended
      }
      expect((await client.GET('/v1/webhooks')).data).toEqual([])
    })
  })

  describe('the command line', () => {
    /** Each starts functions of its own, for seconds of a processor. `test/client/commands.test.ts` shows what commands print, in both runs. */
    const itInTheLongRun = it.runIf(isLongRun())

    it('finds markets, and draws a book and a chart', async () => {
      const found = await type('search', '--exchange', 'A', '--limit', '2')
      expect(found).toMatchObject({ code: 0, complaints: '' })
      expect(found.said).toMatch(/^svc_id[\s\S]*\n2 of \d+$/)
      expect((await type('book', String(svcId))).said).toMatch(/ask .*░[\s\S]*spread[\s\S]*bid .*█/)
      expect((await type('chart', String(svcId))).said).toContain('┤')
    })

    it('buys, lists and cancels, in words or in JSON', async () => {
      const bought = JSON.parse((await type('buy', String(svcId), '2', '0.01', '--wait', '1', '--json')).said)
      expect(bought).toMatchObject({ qty: 2, price: 0.01, buy_flag: true })
      const listed = await type('orders', '--limit', '5')
      expect(listed.said).toContain(bought.svc_order_id)
      const cancelled = await type('cancel', bought.svc_order_id)
      expect(cancelled).toMatchObject({ code: 0, said: `${bought.svc_order_id}  cancellation accepted` })
      const again = await type('cancel', 'all', '--json')
      expect(JSON.parse(again.said)).toHaveProperty('failed_cancelled_reasons')
    })

    itInTheLongRun('lists stops, cancels one by its id, says what stays armed, and cancels everything', async () => {
      const exits = ['--take-profit', '0.9', '--stop-loss', '0.005', '--wait', '1', '--json']
      const bought = JSON.parse((await type('buy', String(svcId), '2', '0.01', ...exits)).said)
      const [takeProfit, stopLoss] = bought.complex_order_ids.conditional_orders
      const listed = await type('stops')
      for (const id of [takeProfit, stopLoss]) expect(listed.said).toContain(id)
      expect(await type('cancel', stopLoss)).toMatchObject({ code: 0, said: `${stopLoss}  cancellation accepted` })
      expect(await type('cancel', stopLoss)).toMatchObject({ code: 1, complaints: 'Not cancelled: 1.' })
      const armed = JSON.parse((await type('twap', 'buy', String(svcId), '4', '--over', '1h', '--json')).said)
      const all = await type('cancel', 'all')
      expect(all).toMatchObject({ code: 0, complaints: '' })
      expect(all.said).toContain(`${armed.complex_order_id}  armed`)
      const rest = JSON.parse((await type('cancel', 'all', '--everything', '--json')).said)
      expect(rest.cancelled_complex_order_ids).toContain(armed.complex_order_id)
      await vi.waitFor(async () => expect((await type('stops')).said).toBe('There are none.'), { timeout: 20_000 })
    })

    itInTheLongRun('sets limits, halts, and resumes', async () => {
      const set = await type('limits', '--max-order-qty', '50', '--max-open-orders', 'none')
      expect(set.said).toMatch(/max_order_qty +50\n[\s\S]*max_open_orders +none +\d+/)
      expect((await type('buy', String(svcId), '51', '0.01')).complaints).toContain('max_order_qty is 50')
      expect((await type('halt')).said).toMatch(/^Halted/)
      expect((await type('limits')).said).toMatch(/max_order_qty +50[\s\S]*Trading is halted/)
      expect(await type('buy', String(svcId), '1', '0.01')).toMatchObject({ code: 1 })
      expect((await type('resume')).code).toBe(0)
      const lifted = JSON.parse((await type('limits', '--max-order-qty', 'none', '--json')).said)
      expect(lifted).toMatchObject({ max_order_qty: null, halted: false })
      expect(await type('limits', '--max-order-qty', 'many')).toMatchObject({ code: 2 })
    })

    itInTheLongRun('shows the trades, the positions and the remaining cash', async () => {
      const bounds = ['--max-slippage', '0.05', '--protection-price', '0.99']
      const bought = JSON.parse((await type('buy', String(svcId), '3', ...bounds, '--wait', '30', '--json')).said)
      expect(bought).toMatchObject({ status: 'EXECUTED', max_slippage: 0.05, protection_price: 0.99 })
      await vi.waitFor(
        async () => expect((await type('positions')).said).toMatch(new RegExp(`svc_id[\\s\\S]*${svcId} .* YES +\\d`)),
        { timeout: 20_000, interval: 300 },
      )
      const traded = await type('fills', '--market', String(svcId), '--limit', '5')
      expect(traded.said).toMatch(new RegExp(`time[\\s\\S]* ${svcId} +\\S.* A +buy +\\d`))
      const money = JSON.parse((await type('balances', '--json')).said)
      expect(money).toMatchObject([{ exchange_name: 'EXCHANGE_A', error: null }, { exchange_name: 'EXCHANGE_B' }])
      expect((await type('balances')).said).toMatch(/EXCHANGE_A +\d+/)
    })

    it('buys in slices, and says how far it is', async () => {
      const started = await type('twap', 'buy', String(svcId), '4', '--over', '1m', '--slices', '2')
      expect(started).toMatchObject({ code: 0, complaints: '' })
      expect(started.said).toMatch(/^time[\s\S]* buy +4 .* of 2 +(PENDING|ACTIVE)/)
      expect(await type('twap', 'buy', String(svcId), '4')).toMatchObject({ code: 2 })
      expect(await type('twap', 'hold', String(svcId), '4')).toMatchObject({ code: 2 })
    })

    it('exits with 1 for a refused request and 2 for a misunderstood one, with an explanation', async () => {
      expect(await type('buy', String(svcId), '0', '0.5')).toMatchObject({
        code: 1,
        complaints: '422: qty: Input should be greater than 0',
      })
      expect(await type('buy', String(svcId), 'many')).toMatchObject({ code: 2 })
      expect(await type('dance')).toMatchObject({ code: 2 })
      const json = await type('book', 'no such market anywhere', '--json')
      expect(JSON.parse(json.complaints)).toEqual({ error: 'No market matches "no such market anywhere".' })
      expect(await type('orders', '--url', 'http://127.0.0.1:9')).toMatchObject({
        code: 1,
        complaints: 'The service at http://127.0.0.1:9 does not answer. Is it running?',
      })
    })
  })
}
