/** Reads the part of a stored position that a protect stop closes. Never calls an exchange. */

import type { Conditional } from '#domain/contingent/conditional.ts'
import type { ProtectedPosition } from '#domain/contingent/exits/protected-exits.ts'
import { qty } from '#domain/kernel/numbers.ts'
import { closableOf } from '#domain/orders/position/reducible.ts'
import { heldPositions } from '#domain/portfolio/held-position.ts'
import type { PositionLedger } from '#domain/portfolio/position-ledger.ts'
import type { PositionStore } from '#ports/portfolio/portfolio-store.ts'

export interface ProtectedPositionDeps {
  readonly positions: Pick<PositionStore, 'get' | 'ofSubaccount'>
}

interface ReadPosition<Beside> {
  readonly position: ProtectedPosition
  /** Absent if the account never traded the market. */
  readonly ledger: PositionLedger | undefined
  readonly beside: Beside
}

/**
 * Returns the position and the result of `read`, both of one moment. `changed`: a fill was stored meanwhile. A position without that fill,
 * and orders with it, would together show too little.
 */
export const protectedPosition = async <Beside>(
  { positions }: ProtectedPositionDeps,
  { subaccountId, target, trigger }: Pick<Conditional, 'subaccountId' | 'target' | 'trigger'>,
  read: () => Promise<Beside>,
): Promise<ReadPosition<Beside> | 'changed'> => {
  if (target.kind !== 'market') throw new Error('a protect stop is on one market')
  const { exchange, svcId } = target
  const before = await positions.get(subaccountId, exchange, svcId)
  const beside = await read()
  const stored = await positions.ofSubaccount(subaccountId, { skipUnreadable: true })
  const isHere = (one: { readonly exchange: string; readonly svcId: number }): boolean =>
    one.exchange === exchange && one.svcId === svcId
  const ledger = stored.ledgers.find(isHere)
  if (ledger?.version !== before?.version) return 'changed'
  const held = heldPositions(stored).find(isHere)?.position ?? 0
  return {
    position: { closable: qty(closableOf(trigger, held)), isProvisional: (ledger?.provisional ?? 0) > 0 },
    ledger,
    beside,
  }
}
