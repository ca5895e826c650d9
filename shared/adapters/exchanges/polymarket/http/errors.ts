/** Meaning of the exchange's refusals for an order, with a stable code and a sentence a person can act on. */

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
import { pageTitle } from '../../http/page-title.ts'
import { recordUnknownValue } from '../../known-values.ts'

/**
 * Every `reject_code` an answer of this exchange can lead to:
 * - `price_off_tick` · `qty_below_minimum` · `value_below_minimum` · `invalid_amounts`: price or quantity does not suit
 *   the market.
 * - `insufficient_balance`: money or shares are missing, or the exchange may not move them.
 * - `market_not_found`: the exchange has no such market. If its record shows that the market is over, the code is
 *   `market_closed`.
 * - `would_cross`: the order is post_only and would have traded immediately.
 * - `expiry_refused`: the expiry does not suit the exchange.
 * - `protocol_mismatch`: signed for another contract than the market trades on.
 * - `wallet_not_deployed`: the chain does not have the wallet yet.
 * - `wallet_not_allowed` · `account_restricted` · `credentials_invalid`: the wallet, the account or the key may not
 *   trade.
 * - `invalid_order` · `refused_by_exchange`: refused for a reason in the exchange's own words.
 */
export type RejectCode =
  | 'price_off_tick'
  | 'qty_below_minimum'
  | 'value_below_minimum'
  | 'invalid_amounts'
  | 'insufficient_balance'
  | 'market_not_found'
  | 'would_cross'
  | 'expiry_refused'
  | 'protocol_mismatch'
  | 'wallet_not_deployed'
  | 'wallet_not_allowed'
  | 'account_restricted'
  | 'credentials_invalid'
  | 'invalid_order'
  | 'refused_by_exchange'

export interface PolymarketError extends ErrorWords {
  readonly retryAfterMs: number | null
  /** True if the answer names the token bucket that refused the call; absent if no answer was read. */
  readonly namesBucket?: boolean
}

/** Reads `{"error": text}` with its few extras, or the `errorMsg` of an order (Polymarket reference, section 3.7). */
export const readError = (
  body: unknown,
  retryAfterMs: number | null = null,
  page: string | null = null,
): PolymarketError => {
  const fields = fieldsOf(body)
  const inner = fieldsOf(fields['error'])
  const words = textOf(fields['error']) || textOf(inner['message']) || textOf(fields['errorMsg']) || textOf(body)
  const seconds = Number(fields['retry_after_seconds'])
  const pauseMs = seconds > 0 && seconds < 86_400 ? seconds * 1_000 : null
  const title = page ?? pageTitle(words)
  return { words: title === null ? words.slice(0, 300) : '', page: title, retryAfterMs: pauseMs ?? retryAfterMs }
}

/** `wallet` is a deposit wallet, which signs as itself; absent for any other. */
export type RefusedOrder = Pick<OutboundOrder, 'nativeId'> & { readonly wallet?: string }

/** Returns the outcome of a refused order. */
export const submitOutcome = (
  status: number,
  error: PolymarketError,
  order: RefusedOrder,
): Exclude<SubmitOutcome, { kind: 'accepted' }> => {
  const found = meaningOf(status, error)
  // The signer of any other wallet is its key.
  const isOfKey = found === 'wallet_not_deployed' && order.wallet === undefined
  const meaning = isOfKey ? 'credentials_invalid' : found
  switch (meaning) {
    case 'duplicate':
      return { kind: 'duplicate' }
    case 'killed':
      return { kind: 'killed', reason: 'Not enough was on the book to fill the order at once.' }
    case 'unknown':
      return { kind: 'unknown', error: `the exchange answered ${status}${said(error)}` }
    case 'paused':
    case 'market_paused':
      return {
        ...later(`The exchange takes no orders at the moment${said(error)}; the order waits.`, error.retryAfterMs),
        refusing: meaning === 'paused' ? 'exchange_paused' : 'market_paused',
      }
    case 'refuses':
      return {
        ...later(refusalOfAll('orders', status, error), error.retryAfterMs),
        refusing: 'exchange_refuses',
      }
    case 'forbidden':
      return later(`The exchange did not let the order in${said(error)}; the order waits.`, error.retryAfterMs)
    case 'rate_limit':
      return later(
        'The exchange limits our request rate; the order waits.',
        Math.max(RATE_LIMIT_PAUSE_MS, error.retryAfterMs ?? 0),
      )
    default:
      return { kind: 'rejected', ...inWords(meaning, order, error, status) }
  }
}

/** Returns the outcome of a refused cancel. A cancel is never abandoned: if it is impossible now, it is sent again. */
export const cancelOutcome = (status: number, error: PolymarketError): CancelOutcome => {
  const meaning = meaningOf(status, error)
  if (meaning === 'unknown') return { kind: 'unknown', error: `the exchange answered ${status}${said(error)}` }
  if (meaning === 'refuses')
    return {
      kind: 'later',
      reason: refusalOfAll('cancels', status, error),
      refusing: 'exchange_refuses',
      retryAfterMs: error.retryAfterMs,
    }
  if (status === 404) return { kind: 'gone' }
  const reason = `The exchange did not take the cancel: ${error.words || `status ${status}`}`
  return { kind: 'later', reason, ...(meaning === 'paused' ? { refusing: 'exchange_paused' } : {}) }
}

/**
 * Returns true if an answer refuses every call, whatever its purpose (live data, section 8.1). Such answers are those
 * for a blocked region, a 418, a 451, and answers of the front door. A 5xx comes from the exchange itself, unless its
 * page asks for a browser.
 */
export const refusesAll = (status: number, error: PolymarketError): boolean =>
  isRedirect(status) ||
  [418, 451].includes(status) ||
  CHALLENGE.test(error.page ?? '') ||
  error.words.toLowerCase().includes('restricted in your region') ||
  isFrontDoor(status, error)

const CHALLENGE = /just a moment|attention required|access denied/i

/**
 * Returns why one order of a cancel was left (reference, section 4.1).
 * - `over`: the order was there, and is not on the book.
 * - `not_found`: perhaps the order never existed ("already canceled or matched" is said of unknown ones too).
 * - `held`: the market holds the order back for some seconds.
 * - `busy`: the order cannot be cancelled yet.
 */
export const leftBecause = (reason: string): 'over' | 'not_found' | 'held' | 'busy' => {
  const words = reason.toLowerCase()
  if (/pending|delayed/.test(words)) return 'held'
  if (/found|already canceled or matched/.test(words)) return 'not_found'
  if (/matched|already cancel/.test(words)) return 'over'
  recordUnknownValue('EXCHANGE_B', 'reason of a cancel', reason)
  return 'busy'
}

type Meaning =
  | RejectCode
  | 'duplicate'
  | 'killed'
  | 'unknown'
  | 'paused'
  | 'market_paused'
  | 'rate_limit'
  | 'refuses'
  | 'forbidden'

/** Meanings by a part of the text in lower case; the first match counts (reference, section 3.9). */
const MEANINGS: ReadonlyArray<readonly [string, Meaning]> = [
  ['duplicated', 'duplicate'],
  ["couldn't be fully filled", 'killed'],
  ['no orders found to match', 'killed'],
  ['order match delayed', 'unknown'],
  ['context canceled', 'unknown'],
  // Failures of the exchange itself, after which the order may be there. They also come as `errorMsg` of a 200.
  ['could not insert order', 'unknown'],
  ['could not run the execution', 'unknown'],
  ['no matching orders', 'unknown'],
  ['are filled or killed', 'unknown'],
  ['rounding issues', 'unknown'],
  ['discrepancy greater than allowed', 'unknown'],
  ['error delaying the order', 'unknown'],
  ['not yet ready', 'market_paused'],
  ['post-only mode', 'paused'],
  ['trading is currently', 'paused'],
  ['trading is disabled', 'paused'],
  ['rate limit', 'rate_limit'],
  ['minimum tick size', 'price_off_tick'],
  ['lower than the minimum', 'qty_below_minimum'],
  ['marketable buy', 'value_below_minimum'],
  ['invalid amounts', 'invalid_amounts'],
  ['not enough balance', 'insufficient_balance'],
  ['insufficient balance', 'insufficient_balance'],
  ['invalid expiration', 'expiry_refused'],
  ['version_mismatch', 'protocol_mismatch'],
  ['invalid order version', 'protocol_mismatch'],
  ['maker address not allowed', 'wallet_not_allowed'],
  ['address banned', 'account_restricted'],
  ['closed only mode', 'account_restricted'],
  ['order signer address', 'wallet_not_deployed'],
  ['api key', 'credentials_invalid'],
  ['request headers', 'credentials_invalid'],
  ['invalid signature', 'credentials_invalid'],
  ['crosses', 'would_cross'],
  ['post-only order', 'invalid_order'],
  ['canceled in the ctf', 'invalid_order'],
  ['invalid order payload', 'invalid_order'],
  ['invalid nonce', 'invalid_order'],
  ['too many orders in payload', 'invalid_order'],
  ['not found', 'market_not_found'],
]

const meaningOf = (status: number, error: PolymarketError): Meaning => {
  if (refusesAll(status, error)) return 'refuses'
  const text = error.words.toLowerCase()
  const meaning = MEANINGS.find(([part]) => text.includes(part))?.[1]
  const ofStatus = meaningOfStatus(status, error)
  if (ofStatus !== null) return ofStatus
  if (isUnsure(status, meaning)) return 'unknown'
  return meaning ?? meaningOfOtherWords(status, error)
}

/** Returns the meaning of a status that counts before the words. */
const meaningOfStatus = (status: number, { namesBucket }: PolymarketError): Meaning | null => {
  // A restart of the engine answers 425 (reference, section 8.4).
  if (status === 425) return 'paused'
  // Only a refusal that names a token bucket is certain. Otherwise the order may have passed the limit (live data, section 8.2).
  if (status === 429) return namesBucket ? 'rate_limit' : 'unknown'
  return null
}

/** Returns true if the order may have been taken. A 503 proves that it was not, but only with the words that trading is paused. */
const isUnsure = (status: number, meaning: Meaning | undefined): boolean =>
  (status >= 500 || status === 408) && !(status === 503 && (meaning === 'paused' || meaning === 'market_paused'))

/** Returns the meaning of words that are in no list, and reports them. */
const meaningOfOtherWords = (status: number, { words }: PolymarketError): Meaning => {
  if (status === 401) return 'credentials_invalid'
  recordUnknownValue('EXCHANGE_B', 'error text', words)
  // The reason is not the order's: the account may not trade, or not now.
  return status === 403 ? 'forbidden' : 'refused_by_exchange'
}

/** Returns the refusal with that code in words; `error` is the exchange's answer. */
export const inWords = (
  code: RejectCode,
  order: RefusedOrder,
  error: PolymarketError,
  status: number,
): { readonly code: RejectCode; readonly reason: string } => ({ code, reason: SENTENCES[code](order, error, status) })

const SENTENCES: Readonly<Record<RejectCode, (order: RefusedOrder, error: PolymarketError, status: number) => string>> =
  {
    price_off_tick: (_, { words }) =>
      `The price is not on the market's price grid, which may just have changed: ${words}.`,
    qty_below_minimum: (_, { words }) => `The quantity is below the market's minimum_order_size: ${words}.`,
    value_below_minimum: () =>
      'An order that buys at once has to be worth at least one dollar: raise quantity or price.',
    invalid_amounts: (_, { words }) => `Price and quantity have more decimals than the exchange takes: ${words}.`,
    insufficient_balance: (_, { words }) =>
      `Not enough money or shares in the wallet, or the exchange may not move them: fund the wallet, or approve the market's ` +
      `exchange contract (neg-risk and version 2 markets have their own). Shares just bought can be sold after settlement. ` +
      `The exchange says: ${words}.`,
    market_not_found: (order) => `The exchange has no market ${order.nativeId} that takes orders.`,
    would_cross: () => 'The order is post_only and would have traded at once: it was not placed.',
    expiry_refused: (_, { words }) => `The exchange does not take the expiry: ${words}.`,
    protocol_mismatch: (_, { words }) =>
      `The market has changed the protocol its orders are signed for (${words}): place the order again.`,
    wallet_not_deployed: ({ wallet = '' }) => notDeployed(wallet),
    wallet_not_allowed: (_, { words }) =>
      `The exchange does not let this wallet trade (${words}): use a deposit wallet (signature type 3).`,
    account_restricted: (_, { words }) => `The exchange has restricted the account: ${words}.`,
    credentials_invalid: (_, error, status) =>
      `The exchange does not accept the stored credentials (${error.words || `status ${status}`}): store them again.`,
    invalid_order: (_, { words }) => `The exchange calls the order invalid: ${words}.`,
    refused_by_exchange: (_, { words }, status) => `The exchange refused the order: ${words || `status ${status}`}.`,
  }

/** Returns why a wallet that the chain does not have yet cannot trade, and what to do. */
export const notDeployed = (wallet: string): string =>
  `The wallet ${wallet} is not deployed on the chain yet, so that the exchange takes no order of it. The key is right: open the exchange’s ` +
  'website with this wallet and make a first trade there, which deploys it.'

const said = ({ words }: PolymarketError): string => (words === '' ? '' : ` (${words})`)

const later = (reason: string, retryAfterMs: number | null) => ({ kind: 'later', reason, retryAfterMs }) as const
