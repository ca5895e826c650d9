/** A new AWS account may run ten Lambdas at once. A burst of orders is then throttled everywhere, and still none is lost. */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { SQSClient } from '@aws-sdk/client-sqs'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import { CONSUMERS } from '#functions/queues/consumers.ts'
import { queueCounts } from '#local/admin/environment/queue-counts.ts'
import { LOCAL_AWS } from '#local/stack/aws/local-aws.ts'
import { startLambda } from '#local/stack/lambdas/start-lambda.ts'
import { LocalReach } from '#local/stack/local-reach.ts'
import { startService } from '#local/stack/start-service.ts'
import type { Ledger } from '../support/agreement.ts'
import { findMarkets } from './markets.ts'
import type { Answer } from './service.ts'

const AT_ONCE = 10
const ORDERS = 500
/** So long that calls pile up however fast this machine is. */
const CALL_TAKES_MS = 500
/** By then the last order has reached its exchange; see the deploy guide. */
const DONE_MS = 600_000

/** An account's Lambdas: a call during ten running ones is refused, as AWS throttles it. */
const tenAtOnce = () => {
  const counts = { running: 0, most: 0, started: 0, throttled: new Map<string, number>() }
  const start: typeof startLambda = (options) => {
    const { name } = options.spec
    const lambda = startLambda(options)
    return {
      ...lambda,
      invoke: async (event) => {
        if (counts.running >= AT_ONCE) {
          counts.throttled.set(name, (counts.throttled.get(name) ?? 0) + 1)
          throw new Error(`Rate Exceeded: ${AT_ONCE} functions of the account run`)
        }
        counts.running += 1
        counts.started += 1
        counts.most = Math.max(counts.most, counts.running)
        try {
          const [answer] = await Promise.all([lambda.invoke(event), wait(CALL_TAKES_MS)])
          return answer
        } finally {
          counts.running -= 1
        }
      },
    }
  }
  return { start, counts }
}

it('500 simultaneous orders each reach their exchange once, and no message goes to the dead-letter queue', {
  timeout: 1_200_000,
}, async () => {
  const dir = mkdtempSync(join(tmpdir(), 'ten-'))
  const { start, counts } = tenAtOnce()
  const service = await startService({
    port: 0,
    dir,
    bot: false,
    startLambda: start,
    // This test loads the account of the service, not the share of one user.
    settings: { ratePerSecond: '500', rateBurst: '1000' },
    log: () => undefined,
  })
  const sqs = new SQSClient({
    endpoint: reachOf(dir).sqs,
    region: LOCAL_AWS.AWS_REGION,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  })
  try {
    const call = async (method: string, path: string, body?: object, key?: string): Promise<Answer> => {
      const answer = await fetch(`${service.baseUrl}${path}`, {
        method,
        headers: {
          'x-api-key': service.apiKey,
          'content-type': 'application/json',
          ...(key === undefined ? {} : { 'idempotency-key': key }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      return { status: answer.status, body: await answer.json() }
    }
    const markets = await findMarkets({ call })
    let refused = 0
    /** Retries as the guide advises clients: after a second, with the same key. */
    const place = async (number: number): Promise<string> => {
      const { svcId } = markets[number % markets.length] ?? { svcId: 0 }
      const body = {
        subaccount_id: service.subaccountId,
        svc_id: svcId,
        qty: 5,
        buy_flag: true,
        price: (1 + (number % 9)) / 100,
      }
      for (;;) {
        const answer = await call('POST', '/v1/orders', body, `burst-${number}`)
        if (answer.status === 202) return String(answer.body.svc_order_id)
        expect([503, 409], JSON.stringify(answer.body)).toContain(answer.status)
        refused += 1
        await wait(1_000 + 13 * (number % 80))
      }
    }
    const beganAt = Date.now()
    const placed = await Promise.all(Array.from({ length: ORDERS }, (_, number) => place(number)))
    const acceptedMs = Date.now() - beganAt
    expect(new Set(placed).size).toBe(ORDERS)

    const ordersIn = async (status: string): Promise<readonly { readonly svc_order_id: string }[]> => {
      for (;;) {
        const answer = await call('GET', `/v1/orders?limit=1000${status === '' ? '' : `&status=${status}`}`)
        if (answer.status === 200) return answer.body.orders
        await wait(1_000)
      }
    }
    while ((await ordersIn('RESTING')).length < ORDERS) {
      expect(Date.now() - beganAt, `${(await ordersIn('RESTING')).length} of ${ORDERS} are open`).toBeLessThan(DONE_MS)
      await wait(1_000)
    }
    const openMs = Date.now() - beganAt
    console.log(
      `${ORDERS} orders with ${AT_ONCE} Lambdas: accepted in ${acceptedMs} ms after ${refused} answers of 503, all open in ${openMs} ms; ` +
        `${counts.started} calls, throttled: ${JSON.stringify(Object.fromEntries(counts.throttled))}`,
    )

    expect(counts.most).toBe(AT_ONCE)
    const consumers = new Set(CONSUMERS.map(({ handler }) => handler.spec.name))
    expect([...counts.throttled.keys()].filter((name) => consumers.has(name)).length).toBeGreaterThan(0)
    const shown = await ordersIn('')
    expect(new Set(shown.map(({ svc_order_id }) => svc_order_id))).toEqual(new Set(placed))
    let there = 0
    for (const exchange of EXCHANGE_NAMES) {
      const ledger = (await (await fetch(`${service.exchanges[exchange].controlUrl}/control/ledger`)).json()) as Ledger
      const open = ledger.accounts.flatMap(({ orders }) => orders)
      expect(new Set(open.map(({ identity }) => identity)).size, exchange).toBe(open.length)
      there += open.length
    }
    expect(there).toBe(ORDERS)
    const { queueUrls } = reachOf(dir)
    for (const { handler } of CONSUMERS) {
      const { dead } = await queueCounts({ queues: { client: sqs, urls: queueUrls } }, handler.spec.queue)
      expect(dead, handler.spec.queue).toBe(0)
    }
  } finally {
    sqs.destroy()
    await service.stop()
    rmSync(dir, { recursive: true, force: true })
  }
})

const reachOf = (dir: string): LocalReach =>
  v.parse(LocalReach, JSON.parse(readFileSync(join(dir, 'table.json'), 'utf8')))
