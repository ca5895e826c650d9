/** The doctor names orders without an outcome, keys that are refused, and receivers that fail; a matter of one user alone is a note. */

import { beforeEach, describe, expect, it } from 'vitest'
import { accountSyncStore } from '#adapters/store/accounts/account-syncs.ts'
import { credentialsStore } from '#adapters/store/accounts/credentials.ts'
import { subaccountStore } from '#adapters/store/accounts/subaccounts.ts'
import { complexOrderStore } from '#adapters/store/contingent/complex-orders.ts'
import type { Table } from '#adapters/store/engine/table.ts'
import { orderStore } from '#adapters/store/orders/orders.ts'
import { positionStore } from '#adapters/store/portfolio/positions.ts'
import { webhookStore } from '#adapters/store/webhooks/webhooks.ts'
import type { ReadinessCheck } from '#domain/accounts/readiness.ts'
import { activated } from '#domain/accounts/sync/activate.ts'
import { becomeIdle } from '#domain/accounts/sync/become-idle.ts'
import { money, qty } from '#domain/kernel/numbers.ts'
import { HOUR, MINUTE, type Millis, SECOND } from '#domain/kernel/time.ts'
import type { MarketReport } from '#domain/portfolio/account-report.ts'
import { NO_LIMITS } from '#domain/risk/limits.ts'
import { newWebhook } from '#domain/webhooks/webhook.ts'
import { FUNCTION_LOG } from '#lambda/log/log-messages.ts'
import { accounts } from '#local/admin/doctor/accounts/accounts.ts'
import { positions } from '#local/admin/doctor/accounts/positions.ts'
import { webhooks } from '#local/admin/doctor/accounts/webhooks.ts'
import { duration } from '#local/admin/doctor/duration.ts'
import { reads } from '#local/admin/doctor/exchanges/reads.ts'
import type { Examination } from '#local/admin/doctor/finding.ts'
import { overdueWork } from '#local/admin/doctor/service/overdue-work.ts'
import { schedules } from '#local/admin/doctor/service/schedules.ts'
import type { Place } from '#local/admin/environment/place.ts'
import {
  NOW,
  SUBACCOUNT,
  sampleAttempt,
  sampleOrder,
  sampleSubaccount,
  USER,
  uuidAt,
} from '#test/adapters/store/samples.ts'
import { sampleConditional } from '#test/domain/contingent/complex-samples.ts'
import { memoryTable } from '#test/support/store.ts'
import { CONTINGENT_LOG } from '#use-cases/contingent/log-messages.ts'
import { RECONCILE_LOG } from '#use-cases/reconcile/log-messages.ts'

let table: Table
beforeEach(async () => {
  ;({ table } = await memoryTable())
})

const look = ({ look: examine }: Examination, now: Millis = NOW) => examine({ place: {} as Place, table, now })

/** An account with credentials, last read at that time. */
const account = async (checks: readonly ReadinessCheck[] = [], readAt: Millis = NOW - SECOND) => {
  const place = { subaccountId: SUBACCOUNT, exchange: 'EXCHANGE_A' } as const
  const record = {
    ...place,
    userId: USER,
    exchangeAccount: 'key',
    fingerprint: 'print',
    verifiedAt: NOW,
    insertedAt: NOW,
    sealed: 'sealed',
    relays: false,
    autoRedeem: false,
    paperCash: null,
  }
  const store = credentialsStore(table)
  await store.put(record, null)
  await store.saveReadiness(SUBACCOUNT, 'EXCHANGE_A', { checks, version: 0 })
  const sync = { ...activated(null, place, NOW), cursor: readAt }
  await accountSyncStore(table).save(sync)
  return sync
}

const check = (name: string, ok: boolean, detail = 'Detail.'): ReadinessCheck => ({
  check: name,
  ok,
  detail,
  checkedAt: NOW - 13 * MINUTE,
})

describe('orders', () => {
  const unknown = {
    status: 'PROCESSING',
    sendState: 'unknown',
    dueAt: NOW + 8 * MINUTE,
    lastError: 'no answer',
  } as const

  it('an order of unknown fate is named after a minute, although its next look is on time', async () => {
    const order = sampleOrder({ ...unknown, attempt: { ...sampleAttempt([]), firstSentAt: NOW } })
    await orderStore(table).create(order)
    expect(await look(overdueWork, NOW + 30 * SECOND)).toMatchObject([{ ok: true }])
    const [found] = await look(overdueWork, NOW + 7 * MINUTE)
    expect(found?.ok).toBe(false)
    expect(found?.detail).toMatch(
      new RegExp(
        `^Outcome of order ${order.orderId} unknown for .*no answer\\. Do not place it again\\. execute-order looks it up; npm run admin -- trace`,
      ),
    )
  })

  it('orders that their exchange does not take are one note after two minutes, although each next try is on time', async () => {
    const paused = { status: 'PROCESSING', sendState: 'none', dueAt: NOW + 4 * MINUTE, lastError: 'Paused.' } as const
    for (let n = 1; n <= 2; n += 1)
      await orderStore(table).create(sampleOrder({ ...paused, orderId: uuidAt(NOW, n) }, n))
    expect(await look(overdueWork, NOW + MINUTE)).toMatchObject([
      { ok: true, detail: expect.stringMatching(/^nothing is overdue/) },
    ])
    const found = await look(overdueWork, NOW + 3 * MINUTE)
    expect(found).toMatchObject([{ ok: true, isNote: true }])
    expect(found[0]?.detail).toMatch(
      /^order \S+ waits for 3 min, because its exchange does not take it: it is PROCESSING; tried \d+ times: Paused\. So do 1 more: npm run admin -- stuck lists all\.$/,
    )
  })

  it('many orders that wait are counted beyond five', async () => {
    for (let n = 1; n <= 7; n += 1)
      await orderStore(table).create(
        sampleOrder(
          { orderId: uuidAt(NOW, n), status: 'PENDING_SUBMISSION', dueAt: NOW + 4 * MINUTE, lastError: 'away' },
          n,
        ),
      )
    const found = await look(overdueWork, NOW + 3 * MINUTE)
    expect(found).toHaveLength(6)
    expect(found[0]?.detail).toMatch(
      /^order \S+ not sent for 3 min: .*: away\. npm run admin -- trace \S+ shows each try of execute-order\.$/,
    )
    expect(found.at(-1)?.detail).toBe('2 more orders wait. npm run admin -- stuck lists all.')
  })
})

describe('an account', () => {
  it('that lacks nothing is well, with the age of what is known', async () => {
    await account([check('balance', true)])
    expect(await look(accounts)).toEqual([
      {
        ok: true,
        detail:
          '1 are synced, none of them lacks anything; read from their exchange 1 s ago; keys and money checked 13 min ago',
      },
    ])
  })

  it('whose key the exchange refuses is red, with the age of the check', async () => {
    await account([
      check('rights', false, 'The exchange does not accept the key any more: store the credentials again.'),
    ])
    expect(await look(accounts)).toEqual([
      {
        ok: false,
        detail:
          `EXCHANGE_A of subaccount ${SUBACCOUNT}: rights. The exchange does not accept the key any more: store the credentials again. ` +
          'Checked 13 min ago. Its owner sees the same in GET …/credentials, which also checks again.',
      },
    ])
  })

  it('with money on another shard only has a note, and without any is red', async () => {
    await account([check('balance_shard_0', true), check('balance_shard_1', false)])
    expect(await look(accounts)).toMatchObject([{ ok: true }, { ok: true, isNote: true }])
    await credentialsStore(table).saveReadiness(SUBACCOUNT, 'EXCHANGE_A', {
      checks: [check('balance_shard_0', false), check('balance_shard_1', false)],
      version: 1,
    })
    expect((await look(accounts)).map(({ ok }) => ok)).toEqual([false, false])
  })

  it('that could not be read for longer than its polls are apart is red', async () => {
    const sync = await account([], NOW - 6 * MINUTE)
    expect(await look(accounts)).toMatchObject([
      { ok: false, detail: expect.stringMatching(/was last read 6 min ago: .* sync-account/) },
    ])
    await accountSyncStore(table).save({ ...becomeIdle(sync, true, NOW), version: 1 })
    expect(await look(accounts)).toMatchObject([{ ok: true }])
    expect(await look(accounts, NOW + 90 * MINUTE)).toMatchObject([{ ok: false }])
  })

  it('of a halted subaccount has a note', async () => {
    await account()
    await subaccountStore(table).create(sampleSubaccount({ limits: { ...NO_LIMITS, halted: true, updatedAt: NOW } }))
    expect(await look(accounts)).toMatchObject([
      { ok: true },
      { ok: true, isNote: true, detail: expect.stringContaining('is halted: only orders that reduce a position') },
    ])
  })
})

describe('a position', () => {
  const EXIT = uuidAt(NOW, 20)
  /** The exchange's last report of the one market. */
  const reported = async (change: Partial<MarketReport>) => {
    const market = {
      svcId: 7,
      nativeId: 'KXTEST',
      position: 0,
      cost: money(0),
      mark: null,
      closed: false,
      differsSince: null,
    }
    const markets = [{ ...market, pairs: qty(0), yesPays: null, settlementDetail: null, ...change }]
    const report = { subaccountId: SUBACCOUNT, exchange: 'EXCHANGE_A', at: NOW, completeTo: NOW, markets } as const
    await positionStore(table).saveReport(report, null)
  }
  /** Returns the findings after this line of the log. */
  const doctorAfter = (message: string, fields: Record<string, string>, now: Millis) => {
    const line = { at: NOW, level: 'warn', function: 'advance-contingents', message, fields }
    const place = { logs: { find: async () => [line] } } as unknown as Place
    return positions.look({ place, table, now })
  }

  const fired = () =>
    complexOrderStore(table).save({
      newComplexOrders: [sampleConditional({ complexOrderId: EXIT, userId: USER, subaccountId: SUBACCOUNT })],
    })

  it('whose fired exit is held is red until it is closed, or the exit is not logged any more', async () => {
    await fired()
    const seen = (now: Millis) => doctorAfter(CONTINGENT_LOG.exitOverdue, { complexOrderId: EXIT }, now)
    await reported({ position: 3 })
    expect(await seen(NOW + MINUTE)).toMatchObject([
      { ok: false, detail: expect.stringMatching(/ has fired and is held, .* Do not sell by hand before/) },
    ])
    expect(await seen(NOW + 6 * MINUTE)).toMatchObject([{ ok: true }])
    await reported({ position: 0 })
    expect(await seen(NOW + MINUTE)).toMatchObject([{ ok: true }])
  })

  it('whose exit is incomplete is red for as long as it is open', async () => {
    await fired()
    const seen = () =>
      doctorAfter(CONTINGENT_LOG.exitIncomplete, { complexOrderId: EXIT, subaccountId: SUBACCOUNT }, NOW + HOUR)
    await reported({ position: -3 })
    expect(await seen()).toMatchObject([
      { ok: false, detail: expect.stringMatching(`^Exit ${EXIT} of subaccount ${SUBACCOUNT} is incomplete since`) },
    ])
    await reported({ position: 0 })
    expect(await seen()).toMatchObject([{ ok: true }])
  })

  it('that the exchange reports differently is red until the two agree', async () => {
    const fields = { subaccountId: SUBACCOUNT, exchange: 'EXCHANGE_A', market: 'KXTEST' }
    const seen = () => doctorAfter(RECONCILE_LOG.positionMismatch, fields, NOW + HOUR)
    await reported({ position: 3, differsSince: NOW - MINUTE })
    expect(await seen()).toMatchObject([
      {
        ok: false,
        detail: expect.stringMatching(`^EXCHANGE_A reports another position in KXTEST of subaccount ${SUBACCOUNT}`),
      },
    ])
    await reported({ position: 3 })
    expect(await seen()).toMatchObject([{ ok: true }])
  })
})

describe('a webhook', () => {
  const webhook = newWebhook(
    {
      webhookId: uuidAt(NOW, 9),
      userId: USER,
      url: 'https://hooks.example.com/secret-path',
      events: null,
      description: null,
      sealed: 's',
    },
    NOW,
  )
  it('that has failed for a quarter of an hour is red, without the path of its address', async () => {
    await account()
    await webhookStore(table).create({ ...webhook, failingSince: NOW - 14 * MINUTE })
    expect(await look(webhooks)).toMatchObject([{ ok: true, isNote: true }])
    const [found] = await look(webhooks, NOW + MINUTE)
    expect(found).toMatchObject({
      ok: false,
      detail: expect.stringMatching(/\(hooks\.example\.com\) has failed for 15 min, since/),
    })
    expect(found?.detail).not.toContain('secret-path')
  })

  it('that was turned off is a note, and one that works is well', async () => {
    await account()
    await webhookStore(table).create({ ...webhook, isActive: false, disabledReason: 'failing' })
    expect(await look(webhooks)).toMatchObject([
      { ok: true, isNote: true, detail: expect.stringContaining('was turned off (failing)') },
    ])
    await webhookStore(table).create({ ...webhook, webhookId: uuidAt(NOW, 10) })
    expect(await look(webhooks)).toHaveLength(1)
  })
})

describe('schedules of a service that has just started', () => {
  /** Returns those in red, a minute after the start. `failedAt` is the time of a failed run of `watch-prices`. */
  const redAfterStart = async (startedAt: Millis, failedAt: Millis | null) => {
    const line = {
      level: 'error',
      function: 'watch-prices',
      message: FUNCTION_LOG.scheduleFailed,
      fields: { error: 'Error: no' },
    }
    const find = async () => (failedAt === null ? [] : [{ ...line, at: failedAt }])
    const place = { logs: { find }, startedAt } as unknown as Place
    const found = await schedules.look({ place, table, now: NOW })
    return found.filter(({ ok }) => !ok).map(({ detail }) => detail.split(' ')[0])
  }

  it('are well before their first run ends, whatever happened before the start', async () => {
    expect(await redAfterStart(NOW - MINUTE, null)).toEqual([])
    expect(await redAfterStart(NOW - MINUTE, NOW - 2 * MINUTE)).toEqual([])
  })

  it('are red once they have had the time of three runs', async () => {
    expect(await redAfterStart(NOW - 4 * MINUTE, null)).toEqual(['sweep-work', 'watch-prices'])
    expect(await redAfterStart(NOW - 15 * MINUTE, null)).toEqual(['sweep-work', 'sync-markets', 'watch-prices'])
  })

  it('are red at once if the first run fails', async () => {
    expect(await redAfterStart(NOW - MINUTE, NOW - SECOND)).toEqual(['watch-prices'])
  })
})

it.each([
  [90 * SECOND, '90 s'],
  [13 * MINUTE, '13 min'],
  [5 * HOUR, '5 h'],
  [72 * HOUR, '3 days'],
])('a time span of %d ms is written as %s', (ms, words) => expect(duration(ms)).toBe(words))

describe('reads of an exchange', () => {
  const PATH = 'The exchange does not answer /markets/keyset'
  /** Returns the findings after failed reads, so many seconds ago. */
  const doctorAfter = (error: string, ...secondsAgo: readonly number[]) => {
    const lines = secondsAgo.map((seconds) => ({
      at: NOW - seconds * SECOND,
      level: 'warn',
      function: 'sync-account',
      message: RECONCILE_LOG.accountUnanswered,
      fields: { exchange: 'EXCHANGE_B', error },
    }))
    return reads.look({ place: { logs: { find: async () => lines } } as unknown as Place, table, now: NOW })
  }

  it.each([
    [`${PATH}: status 401 (Unauthorized)`, /asks for one where none is needed/],
    ['The exchange refuses all calls from here: status 403 (Attention Required!)', /does not serve the region/],
    [`${PATH}: status 429 (too many requests)`, /limits the requests/],
    [`${PATH}: status 200 with the page "Just a moment..." in place of data`, /front door answers in its place/],
    [`${PATH}: no answer within 10000 ms`, /do nothing/],
  ])('that fail for minutes are red in its words, with what to do: %s', async (error, advice) => {
    const [found] = await doctorAfter(error, 90, 40, 4)
    expect(found).toMatchObject({ ok: false, detail: expect.stringMatching(advice) })
    expect(found?.detail).toContain(
      `EXCHANGE_B did not answer 3 reads in the last 15 minutes, the last one 4 s ago: ${error}.`,
    )
  })

  it.each([
    ['once', [4]],
    ['within seconds', [24, 14, 4]],
    ['some time ago', [500, 450, 400]],
  ])('that failed %s are well', async (_when, secondsAgo) => {
    expect(await doctorAfter(`${PATH}: status 500`, ...secondsAgo)).toMatchObject([{ ok: true }])
  })
})
