/** The steps of an order that is sent in two: it takes at once, then its rest goes on the book. */

import type { Price } from '../../kernel/numbers.ts'
import { isBeyond } from '../price/price-bounds.ts'

/** `takes`: trades at once or ends. `rests`: goes on the book and never takes. */
export const SEND_STEPS = ['takes', 'rests'] as const
export type SendStep = (typeof SEND_STEPS)[number]

/** The next step: the order takes while the best offer of the other side, null for none, is within its limit. */
export const nextStep = (buyFlag: boolean, limit: Price, best: Price | null): SendStep =>
  best !== null && !isBeyond(best, limit, buyFlag) ? 'takes' : 'rests'
