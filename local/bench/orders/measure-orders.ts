/** Sends orders through the metered service, in their usual shapes, and reports the AWS usage of each. */

import { setTimeout as wait } from 'node:timers/promises'
import * as v from 'valibot'
import { accountSyncStore } from '#adapters/store/accounts/account-syncs.ts'
import { Placed } from '../service/measure-acceptance.ts'
import { type MeasuredService, pickMarket } from '../service/run-service.ts'
import { rounded, textTable } from '../text-table.ts'
import { costOf, type Look, type OrderUse, pollsBetween, useBetween } from './order-use.ts'
import { PRICES } from './prices.ts'

export interface OrderCase {
  readonly what: string
  readonly use: OrderUse
}

/**
 * Loads every Lambda an order passes through, and lets the account's sync become idle again, which takes half a minute once nothing
 * is held any more.
 */
export const warmUp = async (service: MeasuredService, thorough: boolean): Promise<void> => {
  const { order } = await deskOf(service)
  await untilExecuted(service, [await place(service, { ...order, ...TAKES })])
  await untilExecuted(service, [await place(service, { ...order, ...LEAVES })])
  if (thorough) await untilIdle(service)
}

/** After `warmUp`. Not `thorough`: without the half minute until the account is idle again after an order that came alone. */
export const measureOrders = async (
  service: MeasuredService,
  thorough: boolean,
  progress: (text: string) => void,
): Promise<readonly OrderCase[]> => {
  const { order, ticker } = await deskOf(service)
  const taking = { ...order, ...TAKES }
  const cases: OrderCase[] = []
  const note = async (before: Look, what: string, orders: number) => {
    cases.push({ what, use: useBetween(before, await look(service), orders) })
  }

  progress('order costs: one order alone')
  const beforeAlone = await look(service)
  await untilExecuted(service, [await place(service, taking)])
  await note(beforeAlone, 'one IOC order alone, filled at once', 1)

  if (thorough) {
    progress('order costs: what it leaves to do until the account is idle again')
    await untilExecuted(service, [await place(service, { ...order, ...LEAVES })])
    const beforeIdle = await look(service)
    await untilIdle(service)
    await note(beforeIdle, 'what two orders leave to do until the account, flat again, is idle', 1)
  }
  progress('order costs: one order that rests')
  const beforeResting = await look(service)
  const resting = await place(service, { ...order, price: 0.4 })
  await untilStatus(service, resting, 'RESTING')
  const beforePolls = await look(service)
  await wait(RESTS_MS)
  const afterPolls = await look(service)
  await service.control('/control/trade', { market: ticker, price: 0.4, qty: 1, buy_flag: false })
  await untilExecuted(service, [resting])
  await note(beforeResting, `one LIMIT order alone, filled after resting for ${RESTS_MS / 1_000} s`, 1)
  const polls = pollsBetween(beforePolls, afterPolls)
  cases.push({ what: 'one poll while it rests', use: useBetween(beforePolls, afterPolls, polls) })

  progress(`order costs: ${BURST} orders in a burst`)
  const beforeBurst = await look(service)
  const placed: string[] = []
  const lane = async () => {
    for (let n = 0; n < BURST / LANES; n++) placed.push(await place(service, taking))
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  await untilExecuted(service, placed)
  await note(beforeBurst, `${BURST} IOC orders in a burst`, BURST)

  const beforeLast = await look(service)
  await untilExecuted(service, [await place(service, taking)])
  await note(beforeLast, `one IOC order when ${BURST} fills are less than five minutes old`, 1)
  return cases
}

const BURST = 100
/** As many at once as do not wait for each other too long in the one thread a Lambda has here. */
const LANES = 4
const RESTS_MS = 5_000

const TAKES = { price: 0.5, time_in_force: 'IOC' } as const
const LEAVES = { price: 0.01, time_in_force: 'IOC', buy_flag: false } as const

/** A market with a book of our own, and what every order in it begins with. */
const deskOf = async (service: MeasuredService) => {
  const { svcId, ticker } = await pickMarket(service)
  await service.control('/control/book', {
    market: ticker,
    bids: [[LEAVES.price, 1_000_000]],
    asks: [[TAKES.price, 1_000_000]],
  })
  return { ticker, order: { subaccount_id: service.subaccountId, svc_id: svcId, buy_flag: true, qty: 1 } }
}

const place = async (service: MeasuredService, body: unknown): Promise<string> =>
  v.parse(Placed, await service.call('POST', '/v1/orders', body)).svc_order_id

/** A look once the consumers have put away what they had in hand. */
const look = async (service: MeasuredService): Promise<Look> => {
  await wait(500)
  return { work: await service.work(), logBytes: service.log.bytes }
}

const Shown = v.object({ status: v.string(), fills_complete: v.boolean() })

/** An order is EXECUTED when the exchange says so; it is complete when all its fills are held too. */
const untilExecuted = async (service: MeasuredService, orderIds: readonly string[]): Promise<void> => {
  for (const orderId of orderIds)
    await until(`order ${orderId} to be executed`, async () => {
      const shown = v.parse(Shown, await service.call('GET', `/v1/orders/${orderId}`))
      return shown.status === 'EXECUTED' && shown.fills_complete
    })
}

const untilStatus = (service: MeasuredService, orderId: string, status: string): Promise<void> =>
  until(`order ${orderId} to be ${status}`, async () => {
    const shown = v.parse(Shown, await service.call('GET', `/v1/orders/${orderId}`))
    return shown.status === status
  })

const untilIdle = async (service: MeasuredService): Promise<void> => {
  const accounts = accountSyncStore(service.openTable(() => undefined))
  await until('the account to become idle', async () => {
    const state = await accounts.get(service.subaccountId, 'EXCHANGE_A')
    return state?.active === false
  })
}

const until = async (what: string, holds: () => Promise<boolean>): Promise<void> => {
  const patience = performance.now() + 60_000
  while (!(await holds())) {
    if (performance.now() > patience) throw new Error(`waited a minute for ${what}`)
    await wait(100)
  }
}

export const ordersText = (orders: readonly OrderCase[]): string =>
  textTable(
    [
      '',
      'write units',
      'of these table, `list`, `work`, `live`',
      'read units',
      'SQS requests',
      'Lambda calls',
      'of these polls',
      'Lambda GB-s',
    ],
    orders.map(({ what, use }) => [
      what,
      rounded(use.writeUnits),
      ['table', 'list', 'work', 'live'].map((part) => rounded(use.writesTo[part] ?? 0)).join(' + '),
      rounded(use.readUnits),
      rounded(use.sqsStandard + use.sqsFifo),
      rounded(use.lambdaCalls),
      rounded(use.polls),
      use.gbS.toFixed(3),
    ]),
  )

export const costsText = (orders: readonly OrderCase[]): string => {
  const { million, lambdaGbS, logGb } = PRICES
  const prices = textTable(
    [`us-east-1, ${PRICES.checked}`, 'dollars'],
    [
      ['million DynamoDB write units', String(million.dynamoDbWriteUnits)],
      ['million DynamoDB read units', String(million.dynamoDbReadUnits)],
      ['million SQS requests, standard / FIFO', `${million.sqsStandard} / ${million.sqsFifo}`],
      ['million Lambda calls', String(million.lambdaCalls)],
      ['million GB-s of Lambda on arm64', (lambdaGbS * 1e6).toFixed(2)],
      ['million HTTP API calls', String(million.httpApiCalls)],
      ['million KMS requests', String(million.kmsRequests)],
      ['GB of CloudWatch Logs taken in', String(logGb)],
    ],
  )
  const costs = textTable(
    ['dollars per million', 'DynamoDB', 'SQS', 'Lambda', 'HTTP API', 'KMS', 'logs', 'total'],
    orders.map(({ what, use }) => {
      const { dynamoDb, sqs, lambda, httpApi, kms, logs, total } = costOf(use)
      return [what, ...[dynamoDb, sqs, lambda, httpApi, kms, logs, total].map((dollars) => dollars.toFixed(2))]
    }),
  )
  return `${costs}\n\n${prices}`
}
