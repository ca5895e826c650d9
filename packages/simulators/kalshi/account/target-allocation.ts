/** Target shares of an account's free money: the exchange moves it there every 10 s (Kalshi reference, section 8). */

import type { HttpReply } from '../../engine/http/json-server.ts'
import { stake } from '../../engine/matching/contract-cost.ts'
import { ok, type SimulatorCall } from '../http/call.ts'
import { refusal } from '../http/refusal.ts'
import type { BodyReader } from '../http/request-body.ts'
import { type KalshiWorld, type Member, SHARDS, type TargetAllocation } from '../world/world.ts'

const SWEEP_EVERY_MS = 10_000
const RESERVATIONS = ['sum', 'max', 'none'] as const

export const getTargetAllocation = (call: SimulatorCall): HttpReply => {
  const { percents, reservation } = memberOf(call).allocation ?? { percents: [], reservation: 'sum' }
  const allocations = percents.map(([exchange_index, percent]) => ({ exchange_index, percent }))
  return ok({ allocations, resting_margin_reservation: reservation })
}

/** Percentages are whole and add up to 100; an empty list ends the sweeping. */
export const setTargetAllocation = (call: SimulatorCall): HttpReply => {
  const member = memberOf(call)
  const body = call.body('SetTargetBalanceAllocationRequest')
  const percents = body.items('allocations', 'TargetBalanceAllocationInput').map(readPercent)
  const reservation = RESERVATIONS.find((known) => known === (body.text('resting_margin_reservation') ?? 'sum'))
  const total = percents.reduce((sum, [, percent]) => sum + percent, 0)
  const isTwice = new Set(percents.map(([shard]) => shard)).size < percents.length
  if (reservation === undefined || isTwice) throw refusal(400, 'invalid_parameters')
  if (percents.length > 0 && total !== 100) {
    throw refusal(400, 'invalid_parameters', 'allocation percentages must total 100')
  }
  member.allocation = { percents, reservation }
  call.world.keep('member', member.id, { ...member })
  return ok({})
}

/** Moves free money where its owners want it, if ten seconds have passed since the last time. */
export const sweepBalances = (world: KalshiWorld): void => {
  const now = world.clock()
  if (now < world.sweep.at + SWEEP_EVERY_MS) return
  world.sweep.at = now
  for (const { id, allocation } of world.members.values()) {
    if (allocation !== undefined && allocation.percents.length > 0) sweep(world, id, allocation)
  }
}

const sweep = (world: KalshiWorld, account: string, { percents, reservation }: TargetAllocation): void => {
  const shards = Array.from({ length: SHARDS }, (_, shard) => shard)
  const free = shards.map((shard) => Math.max(0, freeIn(world, account, shard, reservation)))
  const total = free.reduce((sum, amount) => sum + amount, 0)
  const requested = new Map(percents.map(([shard, percent]) => [shard, Math.floor((total * percent) / 100)]))
  const [first] = percents[0] ?? [0]
  const rest = total - [...requested.values()].reduce((sum, amount) => sum + amount, 0)
  for (const shard of shards) {
    const target = (requested.get(shard) ?? 0) + (shard === first ? rest : 0)
    const change = target - (free[shard] ?? 0)
    if (change !== 0) world.engine.ledger.moveCash(account, shard, change)
  }
}

/** Cash that may leave: all, or all but the sum that resting orders hold, or all but the largest hold. */
const freeIn = (
  { engine, catalogue }: KalshiWorld,
  account: string,
  shard: number,
  reservation: TargetAllocation['reservation'],
): number => {
  const cash = engine.ledger.accounts.get(account)?.cash[shard] ?? 0
  if (reservation === 'none') return cash
  if (reservation === 'sum') return engine.ledger.available(account, shard)
  const stakes = [...engine.ledger.orders.values()]
    .filter((order) => order.account === account && order.status === 'resting')
    .filter(({ market }) => catalogue.markets.get(market)?.event.series.shard === shard)
    .map(({ buyFlag, price, remaining }) => stake(buyFlag, price, remaining))
  return cash - Math.max(0, ...stakes)
}

const readPercent = (item: BodyReader): readonly [number, number] => {
  const shard = item.whole('exchange_index')
  const percent = item.whole('percent')
  if (shard === undefined || percent === undefined) throw refusal(400, 'missing_parameters')
  if (shard < 0 || shard >= SHARDS) throw refusal(400, 'exchange_index_must_be_between_0_and_3')
  if (percent < 0 || percent > 100) throw refusal(400, 'invalid_parameters')
  return [shard, percent]
}

/** The lowest tier may not. */
const memberOf = ({ world, account }: SimulatorCall): Member => {
  const member = world.members.get(account)
  if (member === undefined || member.tier === 'basic') throw refusal(403, 'forbidden')
  return member
}
