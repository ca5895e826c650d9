/** Puts stored rows back where they were when the simulator last ran. */

import { createPublicKey } from 'node:crypto'
import { isEngineChange } from '../../engine/ledger/is-engine-change.ts'
import type { StoredRow } from '../../engine/ledger/row-store.ts'
import type { ApiKey } from '../http/verify-request.ts'
import type { KalshiWorld, MarketState, Member, Transfer } from './world.ts'

export const restoreWorld = (world: KalshiWorld, stored: readonly StoredRow[]): void => {
  const changes = stored.filter(isEngineChange)
  world.engine.ledger.restore(changes)
  world.copy.load(changes)
  for (const trade of world.engine.ledger.trades) world.candles.record(trade)
  for (const { kind, key, row } of stored) {
    if (kind === 'venue_market') world.marketStates.set(key, written<MarketState>(row))
    if (kind === 'member') world.members.set(key, written<Member>(row))
    if (kind === 'transfer') world.transfers.set(key, written<Transfer>(row))
    if (kind === 'api_key') {
      const known = written<Omit<ApiKey, 'publicKey'>>(row)
      world.keys.set(key, { ...known, publicKey: createPublicKey(known.publicKeyPem) })
    }
  }
}

/** The file is our own: each kind holds the rows that this version wrote under it. */
const written = <Row>(row: unknown): Row => row as Row
