/** Stops over a recording: they fire at the trades at which they fired when it was recorded. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MINUTE, SECOND } from '#domain/kernel/time.ts'
import { openRecording } from '#simulators/replay/open-recording.ts'
import { inThisRun, playedOn } from '#test/support/run/plays.ts'
import { worldOfTest } from '../../support/use-world.ts'

const { world, startWorld } = worldOfTest()

const RECORDED_FOR = inThisRun({ usual: 2 * MINUTE, long: 10 * MINUTE })
const SPEED = inThisRun({ usual: 4, long: 20 })
const MARKETS = 16
/** Longest time between a trade and the stored stop, in either world. */
const SOON = 3 * SECOND

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'recording-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

interface Stop {
  readonly svcId: number
  readonly isUp: boolean
  readonly price: number
}

/** Buys when the last trade is that high, or that low. One stop in each market: what it buys moves no other. */
const arm = async ({ svcId, isUp, price }: Stop): Promise<string> => {
  const { body } = await world.post('/v1/complex-orders', {
    subaccount_id: world.hero.subaccountId,
    svc_id: svcId,
    conditional_order_params: {
      conditional_order_type: isUp ? 'STOP' : 'REVERSE_STOP',
      trigger_price_type: 'LAST',
      stop_order_price: price,
      trigger_order: { qty: 5, buy_flag: true },
    },
  })
  await world.settle()
  return body.complex_order_id
}

/** Runs of the watch that hold streams, each minute another. */
const holdFor = async (ms: number): Promise<void> => {
  for (let left = ms; left > 0; left -= MINUTE) {
    const run = world.hold(Math.min(MINUTE, left) / SECOND)
    // A run continues until the next one takes over, and here none does.
    await world.elapse(Math.min(MINUTE, left) + 30 * SECOND)
    await run
  }
}

const outcomesOf = async (ids: readonly string[]) =>
  Promise.all(
    ids.map(async (id) => {
      const { status, trigger_price, triggered_at } = await world.complexOrder(id)
      return { status, price: trigger_price, at: triggered_at === null ? null : Date.parse(triggered_at) }
    }),
  )

describe.each(playedOn('EXCHANGE_A'))('on %s', (exchange) => {
  it('the same stops fire at the same trades', { timeout: 20 * MINUTE }, async () => {
    await startWorld({ exchange, streams: true, bot: true, record: folder })
    const found = await world.get(`/v1/markets/search?status=active&exchange_name=${exchange}&limit=${MARKETS}`)
    const ids: number[] = found.body.results.map(({ svc_id }: { svc_id: number }) => svc_id)
    const quotes = await world.get(`/v1/quotes?svc_ids=${ids.join(',')}`)
    const stops: Stop[] = quotes.body.quotes.flatMap(
      (quote: { svc_id: number; last_price: number | null }, n: number) => {
        const isUp = n % 2 === 0
        const price = Math.round((quote.last_price ?? 0) * 100 + (isUp ? 1 : -1)) / 100
        return quote.last_price === null || price <= 0 || price >= 1 ? [] : [{ svcId: quote.svc_id, isUp, price }]
      },
    )
    const armed: string[] = []
    for (const stop of stops) armed.push(await arm(stop))
    await holdFor(RECORDED_FOR)
    const recorded = await outcomesOf(armed)

    const recording = await openRecording(folder)
    await startWorld({ exchange, streams: true, replay: { recording, speed: SPEED } })
    const began = world.time.now
    const again: string[] = []
    for (const stop of stops) again.push(await arm(stop))
    await holdFor((recording.to - recording.from) / SPEED)
    const replayed = await outcomesOf(again)
    expect(recorded.filter(({ status }) => status === 'TRIGGERED').length).toBeGreaterThan(2)
    expect(replayed.map(({ status, price }) => [status, price])).toEqual(
      recorded.map(({ status, price }) => [status, price]),
    )
    for (const [n, { at }] of recorded.entries()) {
      const then = replayed[n]?.at ?? null
      if (at === null || then === null) continue
      const late = then - began - (at - recording.from) / SPEED
      expect(Math.abs(late)).toBeLessThan(SOON)
    }
  })
})
