/**
 * A complex order places orders of its own. A conditional order waits for the fills of its parent, or for a price. A TWAP sends one slice
 * after the other.
 */

import type { TwapOrder } from '../twap/twap-order.ts'
import type { Conditional } from './conditional.ts'

export const COMPLEX_ORDER_KINDS = ['CONDITIONAL', 'TWAP'] as const
export type ComplexOrderKind = (typeof COMPLEX_ORDER_KINDS)[number]

export type ComplexOrder = Conditional | TwapOrder

/** Returns whether the complex order is a conditional order. */
export const isConditional = (order: ComplexOrder): order is Conditional => order.kind === 'CONDITIONAL'

/** Returns whether the complex order is a TWAP. */
export const isTwap = (order: ComplexOrder): order is TwapOrder => order.kind === 'TWAP'
