/** The table throttles every request for some seconds, beginning anywhere within the work on an order. No order is lost or doubled. */

import { expect, it } from 'vitest'
import type { Table } from '#adapters/store/engine/table.ts'
import type { TableFaults } from '#adapters/store/engine/wire.ts'
import { failures } from '#local/admin/doctor/service/failures.ts'
import { toLogLine } from '#local/admin/environment/logs.ts'
import type { Place } from '#local/admin/environment/place.ts'
import { ServiceUnavailable } from '#ports/kernel/service-unavailable.ts'
import { inThisRun, playedOn } from '#test/support/run/plays.ts'
import { worldOfTest } from '../../../support/use-world.ts'
import { stopDesk } from '../../contingent/stop-desk.ts'

const { world, startWorld } = worldOfTest()
const { buyWith, show, prices, watch } = stopDesk(() => world)

/** Requests that pass before the next throttle, and requests that it then refuses. */
let passes = Number.POSITIVE_INFINITY
let refused = 0
const throttle = (from: number, requests: number): void => {
  passes = from
  refused = requests
}
/** As the table reports it after all its tries, so that the play need not wait for them. */
const faults: TableFaults = async (_operation, send) => {
  if (passes > 0 || refused === 0) {
    passes -= 1
    return send()
  }
  refused -= 1
  throw new ServiceUnavailable('the table', new Error('ThrottlingException'))
}

/** A schedule that fails runs again a minute later. */
const pass = async (seconds: number): Promise<void> => {
  for (let passed = 0; passed < seconds; passed += 2) {
    await world.pass('2s', 2).catch((error: unknown) => {
      if (!(error instanceof ServiceUnavailable)) throw error
    })
  }
}

interface Answer {
  readonly status: number
  readonly body: { readonly svc_order_id: string; readonly code: string }
}

/** Repeats a request as a client does, with the same key, until it is accepted. */
const repeat = async (act: (options: object) => Promise<Answer>) => {
  const options = { headers: { 'idempotency-key': `throttled-${world.time.now}` } }
  for (let tries = 0; tries < 60; tries += 1) {
    const { status, body } = await act(options)
    if (status === 202) return body.svc_order_id
    // The key stays claimed for a while if the table does not take its release either.
    expect(['service_unavailable', 'idempotency_in_flight'], JSON.stringify(body)).toContain(body.code)
    await pass(2)
  }
  throw new Error('the request was never accepted')
}

const SL = { conditional_order_type: 'SL', trigger_order: { qty: 20, buy_flag: false, stop_order_price: 0.4 } }

const REQUESTS = 25

/** Returns what doctor says about failures in the log. */
const saidByDoctor = async (): Promise<string> => {
  const lines = world.log.flatMap((line) => toLogLine(line, 0) ?? [])
  const place = { logs: { find: async () => lines } } as unknown as Place
  const found = await failures.look({ place, table: {} as Table, now: 0 })
  return found.map(({ detail }) => detail).join(' ')
}

it.each(playedOn('EXCHANGE_B'))(
  'an order on %s is placed, filled, changed and cancelled once, wherever a throttle of the table begins',
  async (exchange) => {
    throttle(Number.POSITIVE_INFINITY, 0)
    await startWorld({ exchange, faults, staleReadsMs: 900 })
    await world.simulated.book([[0.3, 5_000]], [[0.6, 5_000]])
    for (let from = 0; from < 60; from += inThisRun({ usual: 23, long: 13 })) {
      throttle(from, REQUESTS)
      const id = await repeat((options) =>
        world.post(
          '/v1/orders',
          { subaccount_id: world.hero.subaccountId, svc_id: world.svcId(), qty: 20, price: 0.41, buy_flag: true },
          options,
        ),
      )
      await pass(240)
      expect(await world.order(id), `placed, from request ${from}`).toMatchObject({ status: 'RESTING' })

      throttle(from, REQUESTS)
      await world.simulated.trade(0.41, 4, false)
      await pass(240)
      expect(await world.order(id), `filled, from request ${from}`).toMatchObject({ traded_qty: 4 })

      throttle(from, REQUESTS)
      await repeat((options) => world.patch(`/v1/orders/${id}`, { qty: 12, price: 0.42 }, options))
      await pass(240)
      expect(await world.order(id), `changed, from request ${from}`).toMatchObject({
        qty: 12,
        price: 0.42,
        last_amend: { status: 'DONE' },
      })

      throttle(from, REQUESTS)
      await repeat((options) => world.delete(`/v1/orders/${id}`, options))
      await pass(240)
      expect(await world.order(id), `cancelled, from request ${from}`).toMatchObject({
        status: 'CANCELLED',
        traded_qty: 4,
      })
    }
    throttle(Number.POSITIVE_INFINITY, 0)
    expect(await saidByDoctor()).toMatch(/the table does not answer: .*ThrottlingException/)
  },
)

it.each(playedOn('EXCHANGE_A'))(
  'a stop on %s sells once what was bought, wherever a throttle of the table begins',
  async (exchange) => {
    throttle(Number.POSITIVE_INFINITY, 0)
    await startWorld({ exchange, faults })
    for (let from = 0; from < 60; from += inThisRun({ usual: 31, long: 13 })) {
      await prices(0.5)
      const { id, ids } = await buyWith([SL], {
        price: 0.55,
      })
      await watch(20)
      expect(await world.order(id)).toMatchObject({ status: 'EXECUTED' })
      throttle(from, REQUESTS)
      await prices(0.35)
      await pass(240)
      throttle(Number.POSITIVE_INFINITY, 0)
      await watch(60)
      const { trigger_svc_order_id: exit } = await show(ids[0] ?? '')
      expect(await world.order(exit), `from request ${from}`).toMatchObject({ status: 'EXECUTED', traded_qty: 20 })
    }
  },
)
