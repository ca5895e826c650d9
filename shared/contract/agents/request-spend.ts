/** Worst-case cost of a request of an agent, for the daily limit of agents. */

import type { AgentSpend } from '#domain/agents/agent-day.ts'
import { largest, type Money, minus, money, ONE, price, qty, sumOf } from '#domain/kernel/numbers.ts'
import { worstCost } from '#domain/risk/limits.ts'
import type { ToolArguments } from './endpoint-request.ts'

/** Returns null for a tool that closes. `effect` is the answer of the preview. */
export const requestSpend = (tool: string, given: ToolArguments, effect: unknown): AgentSpend | null => {
  const costOf = COSTS[tool]
  if (costOf === undefined) return null
  const orderNow = fieldsOf(fieldsOf(effect)['order_now'])
  const subaccountId = given['subaccount_id'] ?? orderNow['subaccount_id']
  const cost = costOf(given, orderNow)
  return typeof subaccountId === 'string' && cost > 0 ? { subaccountId, cost } : null
}

type Fields = Readonly<Record<string, unknown>>

const COSTS: Readonly<Record<string, (given: Fields, orderNow: Fields) => Money>> = {
  place_order: (given) => {
    const attached = given['conditional_orders_params']
    return sumOf(
      [costOfOrder(given), ...(Array.isArray(attached) ? attached.map(costOfConditional) : [])],
      (one) => one,
    )
  },
  // Only the additional cost counts: the order itself was counted, or is not of an agent.
  amend_order: (given, orderNow) =>
    largest(
      money(0),
      minus(
        costOfOrder({ ...orderNow, qty: given['qty'] ?? orderNow['qty'], price: given['price'] ?? orderNow['price'] }),
        costOfOrder(orderNow),
      ),
    ),
  place_complex_order: ({ conditional_order_params: conditional, twap_order_params: twap }) => {
    if (conditional != null) return costOfConditional(conditional)
    const { buy_flag, total_qty, limit_price } = fieldsOf(twap)
    return costOfOrder({ buy_flag, qty: total_qty, price: limit_price })
  },
}

/** A position that is closed costs nothing. */
const costOfConditional = (given: unknown): Money => {
  const { trigger_order, protect } = fieldsOf(given)
  return protect === true ? money(0) : costOfOrder(fieldsOf(trigger_order))
}

/** A contract without a bound on its price counts a dollar. */
const costOfOrder = ({ reduce_only, qty: contracts, buy_flag, price: limit, protection_price }: Fields): Money => {
  if (reduce_only === true) return money(0)
  const bound = limit ?? protection_price ?? null
  return worstCost({
    qty: qty(millionths(contracts)),
    buyFlag: buy_flag === true,
    price: bound === null ? null : price(millionths(bound)),
  })
}

/** Validated values have six decimals at most. They may be texts with `_`, as the interface allows. */
const millionths = (value: unknown): number => Math.round(Number(String(value).replaceAll('_', '')) * ONE)

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}
