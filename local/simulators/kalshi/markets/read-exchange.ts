/** Exchange status, schedule, fee changes and the archive's cutoffs (Kalshi reference, sections 5.5 and 9). */

import { doorReply } from '../../engine/http/front-door.ts'
import type { HttpReply } from '../../engine/http/json-server.ts'
import { archivedBefore } from '../account/archive.ts'
import { ok, type SimulatorCall } from '../http/call.ts'
import { microTime, secondTime } from '../http/wire-numbers.ts'
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

/** Around the clock but for the fixed gap on Thursday, 03:00 to 05:00 in New York. */
export const getExchangeSchedule = ({ now }: SimulatorCall): HttpReply => {
  const allDay = [{ open_time: '00:00', close_time: '00:00' }]
  const thursday = [
    { open_time: '00:00', close_time: '03:00' },
    { open_time: '05:00', close_time: '00:00' },
  ]
  const week = {
    start_time: secondTime(now - 30 * DAY),
    end_time: secondTime(now + 365 * DAY),
    monday: allDay,
    tuesday: allDay,
    wednesday: allDay,
    thursday,
    friday: allDay,
    saturday: allDay,
    sunday: allDay,
  }
  return ok({ schedule: { standard_hours: [week], maintenance_windows: [] } })
}

export const listSeriesFeeChanges = (): HttpReply => ok({ series_fee_change_arr: [] })

export const listEventFeeChanges = (): HttpReply => ok({ event_fee_change_arr: [], cursor: '' })

export const getHistoricalCutoff = ({ world }: SimulatorCall): HttpReply => {
  const cutoff = microTime(archivedBefore(world))
  return ok({
    market_settled_ts: cutoff,
    trades_created_ts: cutoff,
    orders_updated_ts: cutoff,
    market_positions_last_updated_ts: cutoff,
  })
}

export const emptyPage =
  (field: string) =>
  (call: SimulatorCall): HttpReply => {
    call.query('GetHistorical').limit(1000, 100, 0)
    return ok({ [field]: [], cursor: '' })
  }
