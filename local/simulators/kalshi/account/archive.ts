/** What the live lists of orders and fills show no more (Kalshi reference, section 5.5). */

import type { EngineFill, EngineOrder } from '../../engine/ledger/engine-state.ts'
import type { SimulatorCall } from '../http/call.ts'

const LIVE_FOR = 14 * 86_400_000

/** Orders that ended before this, and fills that are older, are in the archive only. */
export const archivedBefore = (now: number): number => now - LIVE_FOR

/** Orders on the book are live however old they are. */
export const isArchivedOrder = ({ now }: SimulatorCall, { status, updatedAt }: EngineOrder): boolean =>
  status !== 'resting' && updatedAt < archivedBefore(now)

export const isArchivedFill = ({ now }: SimulatorCall, { at }: EngineFill): boolean => at < archivedBefore(now)
