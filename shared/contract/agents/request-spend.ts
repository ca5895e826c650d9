/** Worst-case cost of a request of an agent, for the daily limit of agents. */

import type { AgentSpend } from '#domain/agents/agent-day.ts'
import { isExit } from '#domain/contingent/conditional.ts'
import {
  largest,
  type Money,
  minus,
  money,
  ONE,
  type Price,
  price,
  type Qty,
  qty,
  sumOf,
} from '#domain/kernel/numbers.ts'
import { worstCost } from '#domain/risk/limits.ts'
import { createComplexOrderBody } from '../contingent/complex-order-body.ts'
import { type ConditionalOrderParams, toConditionalRequest } from '../contingent/conditional-order-params.ts'
import { toInstructions } from '../kernel/instructions.ts'
import { toPriceBounds } from '../kernel/price-bounds.ts'
import { toTradePrice } from '../kernel/trade-price.ts'
import { amendOrderBody, toAmendChange } from '../orders/amend-order-body.ts'
import { createOrderBody } from '../orders/create-order-body.ts'
import { toTwapTerms } from '../twap/twap-order-params.ts'
import { parseFields } from '../validation/parse-request.ts'
import type { BodyPart } from '../validation/request-shape.ts'
import { readSent } from '../validation/sent-request.ts'

/**
 * Returns null for a request that costs nothing. The body is read by the schema of its endpoint: "yes" is true, and an id has several forms.
 * `effect` is the answer of the preview. Throws an error if the body is invalid, which the preview has refused before.
 */
export const requestSpend = (tool: string, body: string | null, effect: unknown): AgentSpend | null => {
  const spend = SPENDS[tool]?.(body, effect) ?? null
  return spend !== null && spend.cost > 0 ? spend : null
}

const SPENDS: Readonly<Record<string, (body: string | null, effect: unknown) => AgentSpend>> = {
  place_order: (text) => {
    const body = readBody(createOrderBody, text)
    const own = { qty: qty(body.qty), buyFlag: body.buy_flag, price: toTradePrice(body.price) }
    const order = { ...own, ...toPriceBounds(body), ...toInstructions(body) }
    const attached = (body.conditional_orders_params ?? []).map((params) => costOfConditional(params, order))
    return { subaccountId: body.subaccount_id, cost: sumOf([costOfOrder(order), ...attached], (one) => one) }
  },
  // Only the additional cost counts: the order itself was counted, or is not of an agent.
  amend_order: (text, effect) => {
    const { subaccountId, ...now } = shownOrder(fieldsOf(effect)['order_now'])
    const change = toAmendChange(readBody(amendOrderBody, text))
    const next = { ...now, qty: change.qty ?? now.qty, price: change.price ?? now.price }
    return { subaccountId, cost: largest(money(0), minus(costOfOrder(next), costOfOrder(now))) }
  },
  place_complex_order: (text, effect) => {
    const shown = fieldsOf(effect)['parent_now']
    const parent = shown === undefined ? null : shownOrder(shown)
    const body = readBody(createComplexOrderBody, text)
    const { conditional_order_params: conditional, twap_order_params: twap } = body
    const costs = [
      conditional == null ? money(0) : costOfConditional(conditional, parent),
      twap == null ? money(0) : costOfTwap(toTwapTerms(twap)),
    ]
    return { subaccountId: body.subaccount_id, cost: sumOf(costs, (one) => one) }
  },
}

const readBody = <const Body extends BodyPart>(body: Body, text: string | null) => {
  const sent = readSent({ headers: { 'content-type': 'application/json' }, body: text, receivedAt: 0 })
  const reading = parseFields(sent, { body })
  if (!reading.ok) throw new Error('a previewed request has an invalid body')
  return reading.value.body
}

/**
 * An exit of `parent` costs nothing: it only closes what the parent has opened, and the parent was counted. A parent that only reduces opens
 * nothing, so that its exit would open a position again.
 */
const costOfConditional = (
  params: ConditionalOrderParams,
  parent: Pick<Costing, 'buyFlag' | 'reduceOnly'> | null,
): Money => {
  const request = toConditionalRequest(params)
  const closes = parent !== null && !parent.reduceOnly && isExit(request, parent)
  return closes ? money(0) : costOfOrder(request.trigger)
}

const costOfTwap = ({ totalQty, buyFlag, limitPrice }: ReturnType<typeof toTwapTerms>): Money =>
  worstCost({ qty: totalQty, buyFlag, price: limitPrice })

interface Costing {
  readonly qty: Qty
  readonly buyFlag: boolean
  readonly price: Price | null
  readonly protectionPrice: Price | null
  readonly reduceOnly: boolean
}

/** A contract without a bound on its price counts a dollar. */
const costOfOrder = (order: Costing): Money =>
  order.reduceOnly ? money(0) : worstCost({ ...order, price: order.price ?? order.protectionPrice })

/** An order as its endpoint shows it. */
const shownOrder = (shown: unknown): Costing & { readonly subaccountId: string } => {
  const { subaccount_id, qty: contracts, buy_flag, price: limit, protection_price, reduce_only } = fieldsOf(shown)
  return {
    subaccountId: String(subaccount_id),
    qty: qty(millionths(contracts)),
    buyFlag: buy_flag === true,
    price: limit == null ? null : price(millionths(limit)),
    protectionPrice: protection_price == null ? null : price(millionths(protection_price)),
    reduceOnly: reduce_only === true,
  }
}

/** Shown numbers have six decimals at most. */
const millionths = (shown: unknown): number => Math.round(Number(shown) * ONE)

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}
