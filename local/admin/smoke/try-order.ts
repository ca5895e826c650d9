/** Places one order for one contract at one cent, finds it at its exchange, and cancels it: the smallest proof that a service trades. */

import { isFinal, type OrderStatus } from '#domain/orders/status.ts'

/** An answer of the interface; `body` is its JSON. */
export interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: the fields that are read here are few, and a wrong answer fails the test
  readonly body: any
}

export interface Trial {
  /** Calls the interface with the key of the trial's own user. */
  readonly call: (method: string, path: string, body?: object) => Promise<Answer>
  readonly sleep: (seconds: number) => Promise<void>
  /** Body of `PUT …/credentials/EXCHANGE_A`. */
  readonly credentials: object
  readonly report: (line: string) => void
}

/** An empty catalogue fills within five minutes of a deployment. */
const CATALOGUE_S = 600
const ORDER_S = 60
const EVERY_S = 2
const QUERY = '/v1/markets/search?q=bitcoin&exchange_name=EXCHANGE_A&status=active&limit=5'

/** Throws an error that names the failed step. The order and the subaccount are gone afterwards; the exchange account stays as it was. */
export const tryOrder = async (trial: Trial): Promise<void> => {
  const { call, report, credentials } = trial
  const { subaccount_id } = accepted('subaccount', await call('POST', '/v1/subaccounts', { name: 'Smoke test' }))
  report('created a subaccount')
  accepted('credentials', await call('PUT', `/v1/subaccounts/${subaccount_id}/credentials/EXCHANGE_A`, credentials))
  report('stored credentials of EXCHANGE_A')
  const markets = await found(trial)
  report(`found ${markets.length} markets`)
  const orderId = await placed(trial, subaccount_id, markets)
  const status = await reached(trial, orderId, (now) => now === 'RESTING' || isFinal(now))
  if (status !== 'RESTING' && status !== 'EXECUTED') throw new Error(`order: ${status} at the exchange`)
  report(`placed an order: ${status}`)
  if (status === 'RESTING') {
    accepted('cancel', await call('DELETE', `/v1/orders/${orderId}`))
    report(`cancelled it: ${await reached(trial, orderId, isFinal)}`)
  }
  // A subaccount with a position stays.
  const gone = await call('DELETE', `/v1/subaccounts/${subaccount_id}`)
  if (gone.status === 204) report('deleted the subaccount')
}

const accepted = (step: string, { status, body }: Answer) => {
  if (status >= 200 && status < 300) return body
  throw new Error(`${step}: answered ${status} ${JSON.stringify(body)}`)
}

const found = async ({ call, sleep }: Trial): Promise<readonly { readonly svc_id: number }[]> => {
  for (let waited = 0; waited < CATALOGUE_S; waited += EVERY_S) {
    const { results } = accepted('search', await call('GET', QUERY))
    if (results.length > 0) return results
    await sleep(EVERY_S)
  }
  throw new Error(`search: no market within ${CATALOGUE_S} s`)
}

/** Market that takes the order: one that closed a moment ago refuses it. */
const placed = async (
  { call }: Trial,
  subaccount_id: string,
  markets: readonly { readonly svc_id: number }[],
): Promise<string> => {
  let last: Answer = { status: 0, body: null }
  for (const { svc_id } of markets) {
    last = await call('POST', '/v1/orders', { subaccount_id, svc_id, buy_flag: true, qty: 1, price: 0.01 })
    if (last.status === 202) return last.body.svc_order_id
  }
  return accepted('order', last)
}

const reached = async (
  { call, sleep }: Trial,
  orderId: string,
  isReached: (status: OrderStatus) => boolean,
): Promise<OrderStatus> => {
  for (let waited = 0; waited < ORDER_S; waited += EVERY_S) {
    const { status } = accepted('order', await call('GET', `/v1/orders/${orderId}`))
    if (isReached(status)) return status
    await sleep(EVERY_S)
  }
  throw new Error(`order: not settled within ${ORDER_S} s; npm run admin -- trace ${orderId} shows its life`)
}
