/** The money of one subaccount, or of several together: cash, and positions at the prices of now. */

import type { components } from '../../../openapi-types.ts'
import type { Position } from '../../api/types.ts'
import { sumOf } from '../../format/sum-of.ts'
import { isHeld } from './is-held.ts'
import { worthOf } from './worth-of.ts'

export interface Totals {
  /** Null if an exchange reports no cash, or if no account is connected. */
  readonly cash: number | null
  readonly value: number | null
  readonly unrealized: number | null
  readonly equity: number | null
  /** Equity without any gap, to compare with the equity of another time; null if a position has no price. */
  readonly whole: number | null
  /** How many positions have no price. The other figures leave them out. */
  readonly unpriced: number
}

type Cash = Pick<components['schemas']['Balance'], 'balance'>

export const totalsOf = (positions: readonly Position[], balances: readonly Cash[]): Totals => {
  const held = positions.filter(isHeld)
  const value = sumOf(held.map(worthOf))
  const all = sumOf(balances.map(({ balance }) => balance))
  const cash = balances.length === 0 || all.unknown > 0 ? null : all.known
  const equity = cash === null || value.known === null ? null : sumOf([cash, value.known]).known
  return {
    cash,
    value: value.known,
    unrealized: sumOf(held.map(({ unrealized_pnl }) => unrealized_pnl)).known,
    equity,
    whole: value.unknown === 0 ? equity : null,
    unpriced: value.unknown,
  }
}
