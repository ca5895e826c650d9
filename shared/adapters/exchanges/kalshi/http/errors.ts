/** Meaning of Kalshi's refusals for an order, with a stable code and a sentence a person can act on. */

import { toDecimal } from '#domain/kernel/numbers.ts'
import type { Refusing } from '#domain/orders/refusals/refusing.ts'
import type { CancelOutcome, OutboundOrder, SubmitOutcome } from '#domain/orders/send/send-outcome.ts'
import {
  type ErrorWords,
  fieldsOf,
  isFrontDoor,
  isRedirect,
  RATE_LIMIT_PAUSE_MS,
  refusalOfAll,
  textOf,
} from '../../http/error-words.ts'
import { recordUnknownValue } from '../../known-values.ts'

/**
 * Every `reject_code` this exchange's orders can carry:
 * - `price_off_tick` · `qty_below_minimum` · `qty_off_lot` · `qty_invalid`: price or quantity does not suit the market.
 * - `insufficient_balance` · `no_account_on_shard`: the money is missing, or is on another shard.
 * - `market_closed` · `market_not_found`: the market takes no orders (any more).
 * - `would_cross`: the order is post_only and would have traded immediately.
 * - `position_limit`: a limit of the exchange itself.
 * - `expiry_refused`: the expiry is in the past by the exchange's clock.
 * - `credentials_invalid` · `not_permitted`: the key is wrong or revoked, or may not place the order.
 * - `endpoint_retired`: the exchange has switched off the interface that this service uses.
 * - `invalid_order` · `exchange_refused`: refused for a reason in the exchange's own words.
 */
export type RejectCode =
  | 'price_off_tick'
  | 'qty_below_minimum'
  | 'qty_off_lot'
  | 'qty_invalid'
  | 'insufficient_balance'
  | 'no_account_on_shard'
  | 'market_closed'
  | 'market_not_found'
  | 'would_cross'
  | 'position_limit'
  | 'expiry_refused'
  | 'credentials_invalid'
  | 'not_permitted'
  | 'endpoint_retired'
  | 'invalid_order'
  | 'exchange_refused'

/**
 * Body of an error. Code and details are in lower case, because engine names also come in upper case (reference,
 * section 3).
 */
export interface KalshiError extends ErrorWords {
  readonly code: string
  readonly details: string
}

/** Reads any of the four body shapes (reference, section 3), or none. */
export const readError = (body: unknown, page: string | null = null): KalshiError => {
  const outer = fieldsOf(body)
  const inner = typeof outer['error'] === 'object' ? fieldsOf(outer['error']) : outer
  const code = textOf(inner['code'])
  const details = textOf(inner['details'])
  const message = textOf(inner['message']) || textOf(outer['msg']) || textOf(outer['error'])
  // A message mostly repeats the code with spaces for underscores.
  const words = [message || code.replaceAll('_', ' '), details].filter((text) => text !== '').join(': ')
  return { code: code.toLowerCase(), details: details.toLowerCase(), words: words.slice(0, 300), page }
}

/** Returns the outcome of a refused create. */
export const submitOutcome = (
  status: number,
  error: KalshiError,
  order: Pick<OutboundOrder, 'nativeId' | 'shard' | 'qty'>,
): SubmitOutcome => {
  const meaning = meaningOf(status, error)
  switch (meaning) {
    case 'duplicate':
      return { kind: 'duplicate' }
    case 'killed':
      return { kind: 'killed', reason: 'Not enough was on the book to fill the order at once.' }
    case 'unknown':
      return { kind: 'unknown', error: `the exchange answered ${status} (${error.words})` }
    case 'paused':
      return later('The exchange has paused trading; the order waits.', null, 'exchange_paused')
    case 'rate_limit':
      return later('The exchange limits our request rate; the order waits.', RATE_LIMIT_PAUSE_MS)
    case 'clock_off':
      return later("The exchange refuses our clock's time; the order waits. Check the clock of this machine.", null)
    case 'blocked':
      return later(refusalOfAll('orders', status, error), null, 'exchange_refuses')
    default:
      return { kind: 'rejected', ...inWords(meaning, order, error) }
  }
}

/** Returns the outcome of a refused cancel. A cancel is never abandoned: if it is impossible now, it is sent again. */
export const cancelOutcome = (status: number, error: KalshiError): CancelOutcome => {
  const meaning = meaningOf(status, error)
  switch (meaning) {
    // The order is unknown, cancelled or executed. After the close of the market the exchange itself cancels it soon
    // (reference, sections 6.3 and 12). Reads decide.
    case 'market_closed':
    case 'market_not_found':
      return { kind: 'gone' }
    case 'blocked':
      return {
        kind: 'later',
        reason: refusalOfAll('cancels', status, error),
        refusing: 'exchange_refuses',
      }
    case 'unknown':
      return { kind: 'unknown', error: `the exchange answered ${status} (${error.words})` }
    case 'paused':
      return { kind: 'later', reason: notTaken(status, error), refusing: 'exchange_paused' }
    default:
      return status === 404 ? { kind: 'gone' } : { kind: 'later', reason: notTaken(status, error) }
  }
}

const notTaken = (status: number, { words }: KalshiError): string =>
  `The exchange did not take the cancel: ${words || `status ${status}`}`

/**
 * Returns true if an answer refuses every call, whatever its purpose. The content network answers 403 or an empty body
 * to some addresses and to calls without a name (live data, section 2.2).
 */
export const refusesAll = (status: number, error: KalshiError): boolean =>
  isRedirect(status) || [418, 451].includes(status) || isFrontDoor(status, error)

type Meaning = RejectCode | 'duplicate' | 'killed' | 'unknown' | 'paused' | 'rate_limit' | 'clock_off' | 'blocked'

/** Start of the code with which an order that has filled refuses an amend. */
const FILLED = 'cannot_update_filled_order'

/** Returns true if an amend came too late: the order has filled. */
export const hasFilledBefore = ({ code, details }: KalshiError): boolean =>
  code.startsWith(FILLED) || details.startsWith(FILLED)

/** Meanings by the start of the code (which may carry a suffix such as a user id), else of the details. Longest first. */
const MEANINGS: ReadonlyArray<readonly [string, Meaning]> = [
  ['order_already_exists', 'duplicate'],
  ['fill_or_kill_insufficient_resting_volume', 'killed'],
  ['fok_insufficient_volume', 'killed'],
  ['immediate_or_cancelled', 'killed'],
  // The order traded before it met an own order: it is looked up.
  ['self_cross_attempt_partially_filled', 'unknown'],
  ['self_cross_attempt', 'exchange_refused'],
  ['exchange_unavailable', 'unknown'],
  ['internal_error', 'unknown'],
  ['internal_server_error', 'unknown'],
  ['trading_is_paused', 'paused'],
  ['trading_paused', 'paused'],
  ['exchange_is_paused', 'paused'],
  ['exchange_paused', 'paused'],
  ['header_timestamp_expired', 'clock_off'],
  ['insufficient_balance', 'insufficient_balance'],
  ['insufficient_shard_balance', 'insufficient_balance'],
  ['available_balance_too_low', 'insufficient_balance'],
  ['user_not_found', 'no_account_on_shard'],
  ['invalid_price', 'price_off_tick'],
  ['invalid_order_size', 'qty_invalid'],
  ['invalid_amend_qty', 'qty_invalid'],
  ['market_inactive', 'market_closed'],
  ['market_not_active', 'market_closed'],
  ['market_already_closed', 'market_closed'],
  ['market_closed', 'market_closed'],
  ['market_not_found', 'market_not_found'],
  ['post_only_cross', 'would_cross'],
  ['post only cross', 'would_cross'],
  ['exceeded_', 'position_limit'],
  ['invalid_expiration', 'expiry_refused'],
  ['expiration_', 'expiry_refused'],
  ['deprecated_v1_order_endpoint', 'endpoint_retired'],
  ['order_id_and_client_order_id_mismatch', 'invalid_order'],
  ['order_side_mismatch', 'invalid_order'],
  ['order_ticker_mismatch', 'invalid_order'],
  ['exchange_index_must_be', 'exchange_refused'],
  [FILLED, 'exchange_refused'],
  ['invalid_order', 'invalid_order'],
  ['missing_parameters', 'invalid_order'],
  ['invalid_parameters', 'invalid_order'],
  ['bad_request', 'invalid_order'],
]

const meaningOf = (status: number, error: KalshiError): Meaning => {
  // A 5xx, or a time-out of a proxy, may follow after the order was taken.
  if (status >= 500 || status === 408) return 'unknown'
  if (status === 429) return 'rate_limit'
  const meaning = meaningOfWords(error) ?? (refusesAll(status, error) ? 'blocked' : MEANINGS_OF_STATUSES.get(status))
  if (meaning !== undefined) return meaning
  recordUnknownValue('EXCHANGE_A', 'error code', error.code || error.words)
  return 'exchange_refused'
}

/** The details of an `invalid_order` count before its code. */
const meaningOfWords = ({ code, details }: KalshiError): Meaning | undefined => {
  const [ofCode, ofDetails] = [code, details].map((text) => MEANINGS.find(([start]) => text.startsWith(start))?.[1])
  return ofCode === 'invalid_order' ? (ofDetails ?? ofCode) : (ofCode ?? ofDetails)
}

const MEANINGS_OF_STATUSES: ReadonlyMap<number, Meaning> = new Map([
  [401, 'credentials_invalid'],
  [403, 'not_permitted'],
  [404, 'market_not_found'],
  [410, 'endpoint_retired'],
  [425, 'paused'],
])

/** Returns the refusal with that code in words; `error` is the exchange's answer. */
export const inWords = (
  code: RejectCode,
  order: Pick<OutboundOrder, 'nativeId' | 'shard' | 'qty'>,
  error: KalshiError = readError(null),
): { readonly code: RejectCode; readonly reason: string } => ({ code, reason: SENTENCES[code](order, error) })

const SENTENCES: Readonly<
  Record<RejectCode, (order: Pick<OutboundOrder, 'nativeId' | 'shard' | 'qty'>, error: KalshiError) => string>
> = {
  price_off_tick: (order) =>
    `The price is not on the price grid of ${order.nativeId}; see tick_size_price of the market.`,
  qty_below_minimum: () => 'The quantity is below 0.01 contract, the least the exchange takes.',
  qty_off_lot: () => "The quantity is not a multiple of 0.01 contract, the exchange's step.",
  qty_invalid: (order) => `The exchange does not take the quantity ${toDecimal(order.qty)} (steps of 0.01 contract).`,
  insufficient_balance: (order) =>
    `Not enough money on shard ${order.shard} of the exchange account, where ${order.nativeId} trades. ` +
    'Money on other shards does not count: readiness shows what each holds, and POST /v1/orders/preview how much is missing here. ' +
    `${MOVE} Or lower quantity or price.`,
  no_account_on_shard: (order) =>
    `The exchange account has no money yet on shard ${order.shard}, where ${order.nativeId} trades. ${MOVE}`,
  market_closed: (order) => `The market ${order.nativeId} is closed or paused and takes no orders.`,
  market_not_found: (order) => `The exchange has no market ${order.nativeId} on shard ${order.shard}.`,
  would_cross: () => 'The order is post_only and would have traded at once: it was not placed.',
  position_limit: (_, error) => `The order exceeds a limit the exchange sets for the account: ${error.words}.`,
  expiry_refused: (_, error) => `The exchange does not take the expiry: ${error.words}.`,
  credentials_invalid: (_, error) =>
    `The exchange does not accept the stored credentials (${error.words}): store a valid key for this subaccount.`,
  not_permitted: (_, error) => `The exchange does not permit this order with the stored key: ${error.words}.`,
  endpoint_retired: () => 'The exchange has switched off the order interface this service uses: update the service.',
  invalid_order: (_, error) => `The exchange calls the order invalid: ${error.words}.`,
  exchange_refused: (_, error) => `The exchange refused the order: ${error.words}.`,
}

/** A target allocation needs a higher tier (changes of November 2026, EXCHANGE_A 8). */
const MOVE =
  'Move some there on the website of the exchange. PUT …/credentials/EXCHANGE_A/allocation has the exchange do it, for accounts above its lowest tier.'

const later = (reason: string, retryAfterMs: number | null, refusing?: Refusing): SubmitOutcome => ({
  kind: 'later',
  reason,
  retryAfterMs,
  ...(refusing === undefined ? {} : { refusing }),
})
