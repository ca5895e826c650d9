/** Positions and cash of all subaccounts. The shell reads them once, and every page shows the same. */

import { signal } from '@preact/signals'
import type { components } from '../../openapi-types.ts'
import type { Position } from '../api/types.ts'
import { type Totals, totalsOf } from './totals-of.ts'
import type { Live } from './use-live.ts'

export interface OwnPositions {
  readonly subaccount_id: string
  readonly as_of: string | null
  /** Valued at the quotes of now. */
  readonly positions: readonly Position[]
}

const NOTHING = { data: null, problem: null, at: null, isOutgrown: false, isAsked: true, refresh: () => {} }

export const ownPositions = signal<Live<readonly OwnPositions[]>>(NOTHING)

export const ownCash = signal<Live<ReadonlyArray<components['schemas']['Balance']>>>(NOTHING)

/** Forgets the holdings: another user may sign in next. */
export const forgetHoldings = (): void => {
  ownPositions.value = NOTHING
  ownCash.value = NOTHING
}

/** Positions of one subaccount. Without its id nothing is asked for. */
export const positionsOf = (subaccount_id: string): Live<OwnPositions> => {
  const live = ownPositions.value
  const own = live.data?.find((one) => one.subaccount_id === subaccount_id)
  const none = live.data === null ? null : { subaccount_id, as_of: null, positions: [] }
  return { ...live, data: subaccount_id === '' ? null : (own ?? none), isAsked: subaccount_id !== '' }
}

/** The money of these subaccounts together. Without an answer about both positions and cash, no equity is known. */
export const moneyOf = (subaccountIds: readonly string[]): Totals => {
  const [positions, cash] = [ownPositions.value.data, ownCash.value.data ?? []]
  const mine = <One extends { readonly subaccount_id: string }>(list: readonly One[]): readonly One[] =>
    list.filter(({ subaccount_id }) => subaccountIds.includes(subaccount_id))
  const totals = totalsOf(
    mine(positions ?? []).flatMap((own) => own.positions),
    mine(cash),
  )
  return positions === null ? { ...totals, value: null, unrealized: null, equity: null, whole: null } : totals
}
