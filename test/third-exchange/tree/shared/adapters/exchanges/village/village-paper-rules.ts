/** The rules of EXCHANGE_C for paper accounts. */

import { qty } from '#domain/kernel/numbers.ts'
import { NOT_ENOUGH_CASH, type PaperRules } from '../paper/paper-rules.ts'

export const VILLAGE_PAPER_RULES: PaperRules = {
  prepare: async (order, limit, attemptNumber) => ({
    kind: 'ready',
    identity: attemptNumber === 1 ? order.orderId : `${order.orderId}-${attemptNumber}`,
    payload: String(limit),
    exchangeOrderIds: [],
  }),
  expectedRefusals: () => [],
  firstPart: () => qty(0),
  onlyCloses: () => false,
  refusal: (code) => (code === 'insufficient_balance' ? NOT_ENOUGH_CASH : { code: 'invalid_order', reason: code }),
}
