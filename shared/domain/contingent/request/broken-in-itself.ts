/** Rules that a requested conditional order breaks without regard to any other order. Each rule returns a sentence for the 422, or null. */

import type { ConditionalType } from '../conditional.ts'
import type { ConditionalRequest } from './conditional-request.ts'
import { brokenBounds, brokenInstructions } from './instruction-rules.ts'

type Rule = (request: ConditionalRequest, hasParent: boolean) => string | null

/** Returns the broken rules, the first one first. `hasParent`: the request names a parent order or a parent complex order. */
export const brokenInItself = (request: ConditionalRequest, hasParent: boolean): readonly string[] => {
  const { subtype } = request
  const broken = (rules: readonly Rule[]): readonly string[] => rules.flatMap((rule) => rule(request, hasParent) ?? [])
  return [...broken(OF_ALL), ...brokenByTrigger(request), ...(subtype === null ? [] : broken(OF_TYPE[subtype]))]
}

const brokenByTrigger = ({ trigger }: ConditionalRequest): readonly string[] =>
  [...brokenBounds(trigger), ...brokenInstructions({ ...trigger, cancelOnPause: false, timeInForce: null })].map(
    (sentence) => `trigger_order.${sentence}`,
  )

const limitNeedsPrice: Rule = ({ trigger }) =>
  trigger.orderType === 'LIMIT' && trigger.price === null
    ? 'trigger_order.price is required for LIMIT trigger orders'
    : null

const marketHasNoPrice: Rule = ({ trigger }) =>
  trigger.orderType === 'MARKET' && trigger.price !== null
    ? 'a MARKET trigger order has no price; to cap the price make it a LIMIT order'
    : null

const onlyStopsAreLinked: Rule = (request, hasParent) =>
  request.linkId !== null && isExitOfParent(request, hasParent)
    ? 'link_id is for STOP and REVERSE_STOP without a parent; the exits of a parent are linked already'
    : null

const onlyStopsProtect: Rule = (request, hasParent) =>
  request.protect && isExitOfParent(request, hasParent)
    ? 'protect is for STOP and REVERSE_STOP without a parent; the exits of a parent follow what it has filled'
    : null

const isExitOfParent = ({ subtype }: ConditionalRequest, hasParent: boolean): boolean =>
  hasParent || subtype === 'TP' || subtype === 'SL'

const protectHasNoQty: Rule = ({ protect, trigger }) =>
  protect && trigger.qty > 0
    ? 'trigger_order.qty and protect are mutually exclusive: with protect the qty is that of the position'
    : null

const stopPriceOrTrail: Rule = ({ subtype, stopPrice, trailAmount }) =>
  subtype !== 'REVERSE_STOP' && stopPrice !== null && trailAmount !== null
    ? 'stop_order_price and trail_amount are mutually exclusive'
    : null

const triggerStopPriceOrTrail: Rule = ({ subtype, trigger, triggerTrailAmount }) =>
  subtype !== 'TP' && trigger.stopPrice !== null && triggerTrailAmount !== null
    ? 'trigger_order.stop_order_price and trigger_order.trail_amount are mutually exclusive'
    : null

const exitNeedsParent: Rule = ({ subtype }, hasParent) =>
  hasParent ? null : `${subtype} requires parent_svc_order_id or parent_complex_order_id`

const lossNeedsPrice: Rule = ({ trigger, triggerTrailAmount }) =>
  trigger.stopPrice === null && triggerTrailAmount === null
    ? 'SL requires trigger_order.stop_order_price or trigger_order.trail_amount'
    : null

const onlyLossTrailsInTrigger: Rule = ({ triggerTrailAmount }) =>
  triggerTrailAmount === null ? null : 'trigger_order.trail_amount is for SL'

const marketProfitNeedsPrice: Rule = ({ trigger }) =>
  trigger.stopPrice === null && trigger.orderType === 'MARKET'
    ? 'a MARKET TP requires trigger_order.stop_order_price'
    : null

const exitHasNoStopPrice: Rule = ({ subtype, stopPrice }) =>
  stopPrice === null
    ? null
    : `stop_order_price is for STOP and REVERSE_STOP; ${subtype} has trigger_order.stop_order_price`

const exitHasNoTrail: Rule = ({ trailAmount }) =>
  trailAmount === null ? null : 'trail_amount is for STOP; SL has trigger_order.trail_amount'

const stopNeedsPrice: Rule = ({ stopPrice, trailAmount }) =>
  stopPrice === null && trailAmount === null ? 'STOP requires stop_order_price or trail_amount' : null

const reverseStopNeedsPrice: Rule = ({ stopPrice }) =>
  stopPrice === null ? 'REVERSE_STOP requires stop_order_price' : null

const reverseStopHasNoTrail: Rule = ({ trailAmount }) =>
  trailAmount === null ? null : 'trail_amount is for STOP; a REVERSE_STOP waits for a price to come back'

const stopHasNoTriggerPrice: Rule = ({ trigger }) =>
  trigger.stopPrice === null ? null : 'trigger_order.stop_order_price is for TP and SL'

/** Rules of every conditional order, in the order in which a client sees them. */
const OF_ALL: readonly Rule[] = [
  limitNeedsPrice,
  marketHasNoPrice,
  onlyStopsAreLinked,
  onlyStopsProtect,
  protectHasNoQty,
  stopPriceOrTrail,
  triggerStopPriceOrTrail,
]

/** Further rules of one type. */
const OF_TYPE: Readonly<Record<ConditionalType, readonly Rule[]>> = {
  TP: [exitNeedsParent, onlyLossTrailsInTrigger, marketProfitNeedsPrice, exitHasNoStopPrice, exitHasNoTrail],
  SL: [exitNeedsParent, lossNeedsPrice, exitHasNoStopPrice, exitHasNoTrail],
  STOP: [stopNeedsPrice, onlyLossTrailsInTrigger, stopHasNoTriggerPrice],
  REVERSE_STOP: [reverseStopNeedsPrice, reverseStopHasNoTrail, onlyLossTrailsInTrigger, stopHasNoTriggerPrice],
}
