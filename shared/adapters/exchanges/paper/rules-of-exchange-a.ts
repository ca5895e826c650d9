/** The rules of EXCHANGE_A for paper accounts, in the words of its adapter. */

import { qty } from '#domain/kernel/numbers.ts'
import { closesOnly } from '#domain/orders/order.ts'
import { inWords, type RejectCode, readError } from '../kalshi/http/errors.ts'
import { expectedRefusals } from '../kalshi/orders/expected-refusals.ts'
import { decide } from '../kalshi/orders/request-body.ts'
import { NOT_ENOUGH_CASH, type PaperRules, type WordedRefusal } from './paper-rules.ts'

export const RULES_OF_EXCHANGE_A: PaperRules = {
  prepare: async (order, limit, attemptNumber) => decide(order, limit, attemptNumber),
  expectedRefusals: (order, known) =>
    expectedRefusals(order, known).map((refusal) =>
      refusal.code === NOT_ENOUGH_CASH.code ? NOT_ENOUGH_CASH : refusal,
    ),
  firstPart: () => qty(0),
  // A resting order cannot have the flag (Kalshi reference, section 6.1).
  onlyCloses: (order) => closesOnly(order) && order.timeInForce === 'IOC',
  refusal: (refusal, order) =>
    refusal === 'insufficient_balance' ? NOT_ENOUGH_CASH : inWords(CODES[refusal], order, EXPIRED),
}

const CODES: Readonly<Record<WordedRefusal, RejectCode>> = {
  price_off_tick: 'price_off_tick',
  qty_below_minimum: 'qty_below_minimum',
  qty_off_lot: 'qty_off_lot',
  expiry_refused: 'expiry_refused',
  would_cross: 'would_cross',
  value_below_minimum: 'invalid_order',
  insufficient_balance: 'insufficient_balance',
  market_not_found: 'market_not_found',
}

/** Only the sentence about the expiry contains words of the exchange. */
const EXPIRED = readError({ code: 'invalid_parameters', message: 'expiration_time must be in the future' })
