/** Views of a running service for the operator: the life of a bracket order, and the doctor, which shows each fault in red. */

import { chmodSync, readFileSync, renameSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { GetQueueAttributesCommand } from '@aws-sdk/client-sqs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountSyncStore } from '#adapters/store/accounts/account-syncs.ts'
import { credentialsStore } from '#adapters/store/accounts/credentials.ts'
import { exchangeRefusalStore } from '#adapters/store/accounts/exchange-refusals.ts'
import { openTable, type Table } from '#adapters/store/engine/table.ts'
import { priceFeedStore } from '#adapters/store/markets/price-feeds.ts'
import { syncClockStore } from '#adapters/store/markets/sync-clock.ts'
import { orderStore } from '#adapters/store/orders/orders.ts'
import { HOUR, MINUTE } from '#domain/kernel/time.ts'
import { FUNCTION_LOG } from '#lambda/log/log-messages.ts'
import { examine } from '#local/admin/doctor/examine.ts'
import { localPlace } from '#local/admin/environment/local-place.ts'
import type { Place } from '#local/admin/environment/place.ts'
import { run } from '#local/admin/run.ts'
import { inThisRun } from '#test/support/run/plays.ts'
import type { OwnService } from '#test/support/service.ts'
import { ORDER_LOG } from '#use-cases/orders/log-messages.ts'

export const operator = (service: () => OwnService): void => {
  let place: Place
  let table: Table

  beforeAll(async () => {
    place = localPlace(service().dir)
    table = openTable(place.table)
    // The first sync of the markets, and the first run of each schedule.
    await until(async () => (await red(place)).length === 0, 180_000)
  }, 420_000)
  afterAll(() => place?.close())

  const until = async (isSo: () => Promise<boolean>, patienceMs = 60_000): Promise<void> => {
    const end = Date.now() + patienceMs
    while (!(await isSo()) && Date.now() < end) await wait(500)
  }

  /** Faults that the doctor reports, as `what: detail`. */
  const red = async (where: Place, subject: string | null = null): Promise<readonly string[]> =>
    (await examine(where, Date.now()))
      .filter(({ what, ok }) => !ok && (subject === null || what === subject))
      .map(({ what, detail }) => `${what}: ${detail}`)

  const command = (...args: string[]) => commandAt(() => Date.now(), ...args)

  const commandAt = async (clock: () => number, ...args: string[]) => {
    const printed: string[] = []
    const code = await run(args, {
      print: (text) => void printed.push(text),
      complain: (text) => void printed.push(text),
      environment: { LOCAL_DIR: service().dir },
      clock,
    })
    return { code, text: printed.join('\n') }
  }

  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${service().baseUrl}${path}`, {
      method,
      headers: { 'x-api-key': service().apiKey, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { requestId: answer.headers.get('x-request-id') ?? '', body: (await answer.json()) as never }
  }

  it('the doctor finds a healthy service well, and ends with 0', async () => {
    const { code, text } = await command('doctor')
    expect(text).toMatch(/\nAll is well\.$/)
    expect(code).toBe(0)
    // Messages that have just come are listed before it.
    const stuck = await command('stuck')
    expect(stuck.text).toMatch(/(^|\n)Nothing waits longer than it should\.$/)
    expect(stuck.code).toBe(0)
    expect(await command('status')).toEqual({ code: 0, text: `the service in ${service().dir}: well` })
  })

  it('the log of the service is shown in plain words', async () => {
    const { code, text } = await command('logs', '--function', 'sync-markets')
    expect(code).toBe(0)
    expect(text).toMatch(/^\S*\d\d:\d\d:\d\d\S* sync-markets +schedule done/m)
    expect(text).not.toContain('sweep-work')
  })

  describe('the trace of a bracket order', () => {
    it('leads from the request over its send at the exchange and its fill to its exits', async () => {
      const found: { results: { svc_id: number; exchange_name: string }[] } = (
        await call('GET', '/v1/markets/search?q=flu&limit=50')
      ).body
      const market = found.results.find(({ exchange_name }) => exchange_name === 'EXCHANGE_A')
      const placed = await call('POST', '/v1/orders', {
        subaccount_id: service().subaccountId,
        svc_id: market?.svc_id,
        buy_flag: true,
        qty: 5,
        order_type: 'MARKET',
        conditional_orders_params: [
          { conditional_order_type: 'TP', trigger_order: { qty: 5, buy_flag: false, price: 0.99 } },
          { conditional_order_type: 'SL', trigger_order: { qty: 5, buy_flag: false, stop_order_price: 0.01 } },
        ],
      })
      const { svc_order_id: orderId }: { svc_order_id: string } = placed.body
      // Exits go out by what the exchange reports; the fill itself may be stored a moment later.
      await until(async () => {
        const { text: life } = await command('trace', orderId)
        return /exit +RESTING/.test(life) && /fill of 5/.test(life)
      })
      const { code, text } = await command('trace', orderId)
      expect(code).toBe(0)
      const order = await orderStore(table).get(orderId)
      const inOrder = [
        `request answered, route POST /v1/orders, status 202`,
        'accepted: buy 5',
        `${ORDER_LOG.stored}, status PENDING_SUBMISSION, sendState none, exchange EXCHANGE_A, filled 0, version 0, request …${placed.requestId.slice(-8)}`,
        `claimed for its first send as ${order?.attempt?.identity}; the exchange calls it ${order?.exchangeOrderId}`,
        `${ORDER_LOG.sent}, exchange EXCHANGE_A, identity ${order?.attempt?.identity}, exchangeOrderId ${order?.exchangeOrderId}, outcome accepted, sends 1`,
        `${ORDER_LOG.stored}, status EXECUTED, sendState acked`,
        'accepted: sell 5',
      ]
      const places = inOrder.map((words) => text.indexOf(words))
      expect(
        places.every((at) => at > 0),
        text,
      ).toBe(true)
      expect(places).toEqual(places.toSorted((a, b) => a - b))
      expect(text).toMatch(/fill of 5(?:\.0+)? at 0\.\d+/)
      for (const part of [/ order +EXECUTED/, / exit +RESTING/, / TP +TRIGGERED/, / SL +ACTIVE/, / STOP +ACTIVE/])
        expect(text).toMatch(part)
      // The life of an exit holds the order it exits.
      const exit = / (\S+) {2}exit +RESTING/.exec(text)?.[1] ?? ''
      expect((await command('trace', exit)).text).toContain(orderId)
      // So that no price has to be watched any more.
      await call('POST', '/v1/complex-orders/cancel-all', { subaccount_id: service().subaccountId })
    })

    it('a trace of an unknown or invalid id is refused', async () => {
      const none = '01a202f2-aaa4-7507-aedd-000000000000'
      expect(await command('trace', none)).toMatchObject({
        code: 2,
        text: expect.stringContaining(`no order and no complex order ${none}`),
      })
      expect(await command('trace', 'order-1')).toMatchObject({
        code: 2,
        text: expect.stringContaining('is no id of an order'),
      })
    })
  })

  describe('the users', () => {
    it('are listed with their subaccounts, keys and last use, and lose all keys together', async () => {
      const created = await command('create-user', '--name', 'second')
      const [, user = ''] = /user +(\S+)/.exec(created.text) ?? []
      const [, key = ''] = /API key +(\S+)/.exec(created.text) ?? []
      const works = async (): Promise<number> =>
        (await fetch(`${service().baseUrl}/v1/subaccounts`, { headers: { 'x-api-key': key } })).status
      expect(await works()).toBe(200)
      expect((await command('create-key', '--user', user, '--scope', 'read')).code).toBe(0)
      expect((await command('create-key', '--user', user, '--scope', 'all')).text).toContain('--scope must be one of')
      expect((await command('users')).text).toMatch(new RegExp(`^${user} +0 +2 +\\d{4}-`, 'm'))
      expect((await command('list-keys', '--user', user)).text).toMatch(
        /second .* used \d{4}-.*\n.* read .* never used/,
      )
      expect((await command('revoke-user', '--user', user)).text).toContain('2 keys revoked')
      expect(await works()).toBe(401)
      expect((await command('users')).text).toMatch(new RegExp(`^${user} +0 +0 `, 'm'))
    })
  })

  describe('a user that does not exist', () => {
    it.each(['create-key', 'list-keys', 'revoke-user'])(
      'is refused by %s: a slip of the pen makes no user, and revokes nobody',
      async (name) => {
        const { code, text } = await command(name, '--user', 'nobody')
        expect({ code, text }).toEqual({
          code: 2,
          text: 'There is no user nobody. npm run admin -- users lists all; create-user makes one.',
        })
        expect((await command('users')).text).not.toContain('nobody')
      },
    )
  })

  it('a key that has leaked is revoked by its whole text too', async () => {
    const { text } = await command('create-user')
    const [, key = ''] = /API key +(\S+)/.exec(text) ?? []
    expect(await command('revoke-key', '--key', key)).toMatchObject({ code: 0 })
    expect((await fetch(`${service().baseUrl}/v1/subaccounts`, { headers: { 'x-api-key': key } })).status).toBe(401)
  })

  it('the environment for SAM has the variables of every endpoint, as a container reaches them', async () => {
    const { text } = await command('sam-env')
    const { PlaceOrder } = JSON.parse(text) as { PlaceOrder: Record<string, string> }
    expect(PlaceOrder).toMatchObject({ FUNCTION_NAME: 'place-order', TABLE_NAME: 'trading' })
    expect(PlaceOrder['AWS_ENDPOINT_URL_DYNAMODB']).toMatch(/^http:\/\/host\.docker\.internal:\d+\/[0-9a-f]{32}$/)
  }, 240_000)

  describe('the doctor', () => {
    /** A server that is always there with the same answer. */
    const serving = async (
      status: number,
      headers: Record<string, string>,
      act: (address: string) => Promise<void>,
    ) => {
      const server: Server = createServer((_, response) => response.writeHead(status, headers).end())
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      try {
        await act(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
      } finally {
        server.close()
      }
    }
    const GONE = 'http://127.0.0.1:9'

    it('reports overdue work, ends with 1, and lists stuck work', async () => {
      // The row is due only by the later clock of the operator: the sweeper takes due rows.
      const key = { pk: 'a row of a later version', sk: '1' }
      const now = Date.now()
      await table.write([{ put: { ...key, wp: '0', due: now + 30 * MINUTE }, expect: 'anything' }])
      const later = () => now + 40 * MINUTE
      const examined = await commandAt(later, 'doctor')
      expect(examined.code).toBe(1)
      expect(examined.text).toMatch(/RED.*work +Overdue for more than two minutes: \d+, the oldest/)
      const { code, text } = await commandAt(later, 'stuck')
      expect(code).toBe(1)
      expect(text).toMatch(/^10 min overdue +row a row of a later version 1 +this version cannot read it/m)
      await table.write([{ remove: key, expect: 'anything' }])
    })

    it('sees a table that does not answer', async () => {
      const found = await red({ ...place, table: { ...place.table, endpoint: GONE } }, 'table')
      expect(found.find((one) => one.startsWith('table:'))).toMatch(
        /could not be looked at: .*your credentials and the region/,
      )
    }, 120_000)

    it('sees a service that does not answer, or with a failure', async () => {
      expect(await red({ ...place, baseUrl: GONE }, 'requests')).toEqual([
        expect.stringMatching(/^requests: could not be looked at/),
      ])
      await serving(503, {}, async (baseUrl) => {
        expect(await red({ ...place, baseUrl }, 'requests')).toEqual([
          expect.stringContaining('GET /v1/health answers 503'),
        ])
      })
    })

    it('sees each schedule that did not run, and why it failed', async () => {
      const old = { ...place, startedAt: 0 }
      const silent = { ...old, logs: { find: async () => [] } }
      const names = ['sweep-work', 'sync-markets', 'watch-prices']
      expect(await red(silent, 'schedules')).toEqual(
        names.map((name) => expect.stringMatching(`^schedules: ${name} has not done`)),
      )
      const at = Date.now()
      const earlier = { at: at - 10 * MINUTE, level: 'info', message: FUNCTION_LOG.scheduleDone, fields: {} }
      const stopped = { ...old, logs: { find: async () => [{ ...earlier, function: 'sweep-work' }] } }
      expect((await red(stopped, 'schedules'))[0]).not.toContain('It failed')
      const line = {
        at,
        level: 'error',
        function: 'sweep-work',
        message: FUNCTION_LOG.scheduleFailed,
        fields: { error: 'Error: no\n at' },
      }
      const failing = { ...old, logs: { find: async () => [line] } }
      expect(await red(failing, 'schedules')).toContainEqual(
        expect.stringMatching(/sweep-work has not done .* It failed: Error: no\./),
      )
    })

    it('reports messages that were put aside, and messages that are never taken', async () => {
      const { client } = place.queues
      /** The queues as they are, but for the messages that one of them holds. */
      const holding = (name: string, count: number): Place => {
        const send = async (command: never) => {
          const answer = await client.send(command)
          const { QueueUrl } = (command as GetQueueAttributesCommand).input
          const more = QueueUrl?.endsWith(`/${name}`) ? { ApproximateNumberOfMessages: String(count) } : {}
          return { ...(answer as object), Attributes: { ...(answer as { Attributes: object }).Attributes, ...more } }
        }
        return { ...place, queues: { ...place.queues, client: { send: send as never } } }
      }
      expect(await red(holding('cancel-order-dead', 2), 'queues')).toEqual([
        expect.stringMatching(
          /^queues: 2 messages of cancel-order were put aside\. .* purge-dead-letters cancel-order\.$/,
        ),
      ])
      expect(await red(holding('execute-order.fifo', 1_500), 'queues')).toEqual([
        expect.stringMatching(/^queues: 1500 messages wait in execute-order/),
      ])
    })

    it('sees an exchange that is away, fails, or refuses', async () => {
      const at = (api: string) => ({ ...place, exchanges: { EXCHANGE_A: { api } } })
      expect(await red(at(GONE), 'exchanges')).toEqual([
        expect.stringContaining('EXCHANGE_A (api) at http://127.0.0.1:9 does not answer'),
      ])
      await serving(502, {}, async (api) => {
        expect(await red(at(api), 'exchanges')).toEqual([expect.stringContaining('EXCHANGE_A (api) answers 502.')])
      })
      const refusals = exchangeRefusalStore(table)
      const since = Date.now()
      const refusal = {
        exchange: 'EXCHANGE_A',
        calls: 'cancels',
        since,
        refusedAt: since,
        reason: 'restricted',
        probes: 1,
        probeAt: since,
        version: 0,
      } as const
      const stored = await refusals.save(refusal)
      expect(await red(place, 'exchanges')).toEqual([
        expect.stringMatching(/^exchanges: EXCHANGE_A has refused all cancels since .*: restricted/),
      ])
      if (stored !== null) await refusals.remove(stored)
    })

    it('sees a clock that is wrong', async () => {
      const Date_ = new Date(Date.now() - 60_000).toUTCString()
      await serving(404, { Date: Date_ }, async (api) => {
        const found = await red({ ...place, exchanges: { EXCHANGE_A: { api } } }, 'exchanges')
        expect(found).toEqual([
          expect.stringMatching(/The clock of this machine and that of EXCHANGE_A \(api\) differ by (59|60|61) s/),
        ])
      })
    })

    it('sees an account that cannot trade', async () => {
      const credentials = credentialsStore(table)
      const { version, checks } = await credentials.readiness(service().subaccountId, 'EXCHANGE_A')
      const check = { check: 'balance', ok: false, detail: 'There is no money.', checkedAt: Date.now() }
      await credentials.saveReadiness(service().subaccountId, 'EXCHANGE_A', { checks: [check], version })
      expect(await red(place, 'accounts')).toEqual([
        expect.stringMatching(/^accounts: EXCHANGE_A of subaccount .*: balance\. There is no money\./),
      ])
      const after = await credentials.readiness(service().subaccountId, 'EXCHANGE_A')
      await credentials.saveReadiness(service().subaccountId, 'EXCHANGE_A', { ...after, checks })
    })

    it.runIf(inThisRun({ usual: false, long: true }))(
      'sees an exchange that refuses the key, without a request of its owner, and that it takes the key again',
      async () => {
        const { control_url: control } = JSON.parse(readFileSync(join(service().dir, 'dev.json'), 'utf8')).exchanges
          .EXCHANGE_A
        const words = { error: { code: 'authentication_error', message: 'authentication_error' } }
        const fault = { kind: 'status', status: 401, path: 'portfolio|api_keys', body: words }
        await fetch(`${control}/control/faults`, { method: 'POST', body: JSON.stringify(fault) })
        // The next poll of the account is due at once.
        const syncs = accountSyncStore(table)
        const sync = await syncs.get(service().subaccountId, 'EXCHANGE_A')
        if (sync !== null) await syncs.save({ ...sync, dueAt: Date.now() })
        await until(async () => (await red(place, 'accounts')).length > 0, 90_000)
        expect(await red(place, 'accounts')).toEqual([
          expect.stringMatching(
            /^accounts: EXCHANGE_A of subaccount .*: rights\. The exchange does not accept the key any more/,
          ),
        ])
        const { code, text } = await command('status')
        expect([code, text]).toEqual([1, expect.stringMatching(/: 1 to look at: accounts$/)])
        await fetch(`${control}/control/faults`, { method: 'DELETE' })
        await until(async () => (await red(place, 'accounts')).length === 0)
        expect(await red(place, 'accounts')).toEqual([])
      },
      240_000,
    )

    it('sees a key file that others may read, and one that is gone', async () => {
      const file = join(service().dir, 'kms.key')
      chmodSync(file, 0o644)
      expect(await red(place, 'key file')).toEqual([expect.stringContaining(`chmod 600 ${file}`)])
      chmodSync(file, 0o600)
      renameSync(file, `${file}.away`)
      expect(await red(place, 'key file')).toEqual([
        expect.stringContaining('is gone. The running service still has the key'),
      ])
      renameSync(`${file}.away`, file)
      expect(await red(place, 'key file')).toEqual([])
    })

    it('sees markets that are old, and a search snapshot that is gone', async () => {
      const clock = syncClockStore(table)
      await clock.recordSync(Date.now() - 2 * HOUR)
      expect(await red(place, 'markets')).toEqual([expect.stringMatching(/^markets: The markets were last synced at/)])
      await clock.recordSync(Date.now())
      const gone = { ...place, catalogue: { ...place.catalogue, bucket: 'gone' } }
      expect(await red(gone, 'markets')).toEqual([
        expect.stringMatching(/^markets: could not be looked at: .*The search snapshot cannot be read/),
      ])
    })

    it('reports unwatched prices', async () => {
      const feeds = priceFeedStore(table)
      const stopped = {
        exchange: 'EXCHANGE_B',
        watched: 3,
        streamed: 0,
        accounts: 0,
        polledAt: Date.now() - 10 * MINUTE,
        failingSince: null,
        failingReason: null,
        heldSince: 0,
        delayMs: null,
      } as const
      await feeds.save(stopped)
      expect(await red(place, 'price watch')).toContainEqual(
        expect.stringMatching(/^price watch: EXCHANGE_B is stopped, 3 markets/),
      )
      await feeds.save({ ...stopped, watched: 0 })
    })

    it('sees a function that has failed, with what that means', async () => {
      const { find } = place.logs
      const line = {
        at: Date.now(),
        level: 'error',
        function: 'cancel-order',
        message: FUNCTION_LOG.messageFailed,
        fields: { means: 'Cancels wait.', error: 'Error: x' },
      }
      const logs = { find: async (...requested: Parameters<typeof find>) => [...(await find(...requested)), line] }
      expect(await red({ ...place, logs }, 'failures')).toEqual([
        `failures: cancel-order: ${FUNCTION_LOG.messageFailed}, once in the last 15 minutes (Error: x). Cancels wait.`,
      ])
    })
  })
}
