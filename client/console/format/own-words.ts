/** The one place that turns what the service says into the words of the console: fields to their labels, dollars to cents, codes to words. */

import { EXCHANGES } from './exchanges.ts'
import { price } from './price.ts'
import { capital, words } from './words.ts'

/** A sentence of the service; of some codes all numbers with a point are prices. */
export const ownWords = (sentence: string, code = ''): string => {
  const reported = PHRASES.reduce((text, [theirs, ours]) => text.replaceAll(theirs, ours), sentence)
  return code === 'price_off_tick'
    ? reported.replace(/\d\.\d+|\b1(?=\.$)/g, (dollars) => price(Number(dollars)))
    : reported
}

const PHRASES: readonly (readonly [string | RegExp, string])[] = [
  ['EXCHANGE_A', EXCHANGES.EXCHANGE_A],
  ['EXCHANGE_B', EXCHANGES.EXCHANGE_B],
  // For whoever looks after the service, behind words for everybody.
  [/(?:: The exchange does not answer)?(?:^|:? )((?:\/\S+|E[A-Z]+): .*|status \d+$)/g, ' ($1)'],
  [/^ /g, 'No clear answer came '],
  [/set halted to false with PUT \S+ to trade again/g, 'end the halt on the page Limits to trade again'],
  [/Set is_active to true with PATCH \S+ to trade with it/g, 'Switch it on, on the page Subaccounts, to trade with it'],
  [/(Store them) with PUT \S+credentials\/\S+\./g, '$1 on the page Subaccounts.'],
  [/tick_size_price (?=\d)/g, 'steps of '],
  ['see tick_size_price of the market', 'the ticket shows its steps'],
  [
    /could cost ([\d.]+) dollars; max_order_cost is ([\d.]+\d)/g,
    'could cost $$$1; the limit for the cost of one order is $$$2',
  ],
  [/max_order_qty is/g, 'the limit for one order is'],
  [/max_open_orders is/g, 'the limit of open orders is'],
  [
    /up to ([\d.]+) dollars since (.*); max_daily_loss is ([\d.]+\d)/g,
    'up to $$$1 since $2; the limit for the loss of the day is $$$3',
  ],
  [/\b[aA]n? (?=SL|TP)/g, 'the '],
  [/\bSL\b/g, 'stop loss'],
  [/\bTP\b/g, 'take profit'],
  [/trigger_order\.buy_flag must be (true|false)/g, 'it is on the wrong side'],
  ['url is not an address', 'this is no web address. Write one such as https://example.com/hook'],
  [/^url/g, 'the address'],
  ['point to a public address', 'be one that everybody can reach'],
  [/\bexpiry_ts_utc\b/g, 'the end of the order'],
  [/\bqty\b/g, 'contracts'],
  [/\b(post|reduce)_only\b/g, '$1 only'],
  [/\btrail_amount\b/g, 'the trail'],
  [/\bstop_order_price\b/g, 'the stop price'],
  [/\bmax_slippage\b/g, 'the most slippage'],
  [/\b(trigger_)?limit_price\b/g, 'the limit price'],
]

/** One fault of a request that the service cannot read: `loc` is the path of the field. */
export const faultInWords = (loc: readonly unknown[], message: string): string => {
  const field = String(loc.findLast((part) => typeof part === 'string') ?? '')
  const known = LABELS[field]
  const sentence = message.replace(/^Value error, /, '')
  const shape = SHAPES.find(([theirs]) => theirs.test(sentence))
  if (shape === undefined) return `${capital(ownWords(sentence))}.`
  const inCents = (bound: string): string => (CENTS.includes(field) ? price(Number(bound)) : grouped(bound))
  return `${known ?? words(field)} ${sentence.replace(shape[0], shape[1]).replace(/\d+(\.\d+)?(e\d+)?$/, inCents)}.`
}

/** The field that a rule between fields begins with, `price` in “price is required for LIMIT orders”; empty if it begins with none. */
export const fieldIn = (message: string): string => {
  const [, field = ''] = /^Value error, (\w+) /.exec(message) ?? []
  return field in LABELS ? field : ''
}

const LABELS: Readonly<Record<string, string>> = {
  qty: 'Contracts',
  total_qty: 'Contracts',
  price: 'The limit price',
  limit_price: 'The limit price',
  stop_order_price: 'The stop price',
  trail_amount: 'The trail',
  max_slippage: 'The most slippage',
  duration_s: 'The time in seconds',
  timeout_s: 'Seconds',
  expiry_ts_utc: 'The end of the order',
  url: 'The address',
  svc_ids: 'The list of markets',
  max_order_qty: 'Contracts of one order',
  max_order_cost: 'Cost of one order, $,',
  max_open_orders: 'Open orders',
  max_daily_loss: 'Loss of the day, $,',
  mcp_daily_cost: 'Orders of agents, $,',
}

/** Fields that the console shows in cents. */
const CENTS = ['price', 'limit_price', 'stop_order_price', 'trail_amount', 'max_slippage']

const SHAPES: readonly (readonly [RegExp, string])[] = [
  [/^Input should be greater than or equal to /, 'must be at least '],
  [/^Input should be less than or equal to /, 'must be at most '],
  [/^Input should be greater than /, 'must be above '],
  [/^Input should be less than /, 'must be below '],
  [/^Input should be /, 'must be '],
  [/^(String|List|Decimal input) should have /, 'must have '],
  [/^Field required/, 'is missing'],
]

/** Why an order, a stop or a TWAP was cancelled. */
export const cancelReason = (reason: string): string => {
  // The words of the exchange follow the code.
  const [code = '', said] = reason.split(/: (.*)/s)
  const known = REASONS[code]
  // Used within a sentence.
  if (known === undefined) return reason.replaceAll('_', ' ')
  return said === undefined ? known : `${known}: ${ownWords(said)}`
}

const REASONS: Readonly<Record<string, string>> = {
  user: 'by you',
  cancel_all: 'with all others, at your request',
  dead_mans_switch: 'by the dead man’s switch',
  flatten: 'as the subaccount was flattened',
  position_closed: 'its position was closed',
  replaced: 'replaced by another order',
  sibling: 'another exit took its place',
  expired: 'its time was over',
  below_minimum: 'what was left is below the minimum of the market',
  too_late: 'it was too late to send it',
  parent_cancelled: 'its order was cancelled',
  parent_not_filled: 'its order did not fill',
  not_filled: 'it did not fill',
  protection_price: 'the market is beyond the price it was to keep to',
  exchange_refuses: 'the exchange refused all orders',
  cancelled_by_exchange: 'by the exchange',
  settlement_floor: 'the exchange raised the settlement floor of the market to its price or above',
  exit_fired: 'its stop loss has fired',
  would_cross: 'it would have traded at once',
  basket_ended: 'the order on the custom asset has ended',
}

const grouped = (bound: string): string => Number(bound).toLocaleString('en-US')
