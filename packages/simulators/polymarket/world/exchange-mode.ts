/** Calls that the exchange as a whole lets through (Polymarket reference, section 8.4). */

import { Refusal, refusal } from '../http/refusal.ts'
import type { PolymarketWorld, SimulatorMode } from './world.ts'

/** After a restart only post-only orders are taken for so long. */
export const POST_ONLY_MS = 120_000

export const setMode = (world: PolymarketWorld, value: SimulatorMode): void => {
  const comesBack = world.mode.value === 'restart' && value === 'open'
  const postOnlyUntil = comesBack ? world.clock() + POST_ONLY_MS : null
  world.mode = { value, postOnlyUntil }
  world.keep('mode', 'mode', world.mode)
}

/** Applies before authentication. */
export const refuseAtTheDoor = (world: PolymarketWorld, kind: 'order' | 'cancel'): void => {
  const { value } = world.mode
  if (value === 'geoblock' && kind === 'order') throw refusal(403, 'Trading restricted in your region')
  if (value === 'restart') throw refusal(425, 'the matching engine is restarting')
}

export const refuseByMode = (world: PolymarketWorld, kind: 'order' | 'cancel', postOnly: boolean): void => {
  const { value } = world.mode
  if (value === 'disabled') throw refusal(503, 'Trading is currently disabled. Check polymarket.com for updates')
  if (kind === 'cancel') return
  if (value === 'cancel_only') {
    throw refusal(503, 'Trading is currently cancel-only. New orders are not accepted, but cancels are allowed.')
  }
  const wait = postOnlyFor(world)
  if (wait !== null && !postOnly) throw postOnlyRefusal(wait)
}

/** True if the house quotes and trades. */
export const isOpenToAll = (world: PolymarketWorld): boolean =>
  postOnlyFor(world) === null && !['restart', 'cancel_only', 'disabled'].includes(world.mode.value)

const postOnlyFor = (world: PolymarketWorld): number | null => {
  const { value, postOnlyUntil } = world.mode
  if (value === 'post_only') return POST_ONLY_MS
  return postOnlyUntil !== null && postOnlyUntil > world.clock() ? postOnlyUntil - world.clock() : null
}

const postOnlyRefusal = (wait: number): Refusal => {
  const seconds = Math.ceil(wait / 1000)
  const more = { code: 'post_only_mode', retry_after_seconds: seconds }
  const words = 'post-only mode: only post-only orders and cancels are allowed'
  return new Refusal(503, words, more, { 'retry-after': String(seconds) })
}
