/** Exchange status, schedule, fee changes and the archive's cutoffs (Kalshi reference, sections 5.5 and 9). */

import { doorReply } from '../../engine/http/front-door.ts'
import type { HttpReply } from '../../engine/http/json-server.ts'
import { ok, type SimulatorCall } from '../http/call.ts'
import { secondTime } from '../http/wire-numbers.ts'
import { SHARDS } from '../world/world.ts'

const DAY = 86_400_000
const DESCRIPTIONS = ['Everything else', 'Combos', 'Crypto and commodities', 'Tennis, baseball and basketball'] as const

export const getExchangeStatus = ({ world, now }: SimulatorCall): HttpReply => {
  const isOpen = world.mode.value === 'open' || doorReply(world.mode.value) !== null
  const active = {
    exchange_active: isOpen || world.mode.value === 'trading_paused',
    trading_active: isOpen,
    intra_exchange_transfers_active: isOpen,
  }
  const onShard = (shard: number) => ({
    ...active,
    trading_active: active.trading_active && !world.pausedShards.has(shard),
  })
  return ok({
    // The top level mirrors shard 0.
    ...onShard(0),
    exchange_estimated_resume_time: isOpen ? null : secondTime(now + DAY / 24),
    exchange_index_statuses: Array.from({ length: SHARDS }, (_, shard) => ({
      exchange_index: shard,
      description: DESCRIPTIONS[shard] ?? '',
      ...onShard(shard),
    })),
  })
}
