/** The states of relayed actions on the clock (live reference, section 4.2). */

import { hashOf } from '../chain/pay-out.ts'
import type { PolymarketWorld } from '../world/world.ts'
import { isOver, type RelayedAction, type RelayState } from './relayed-action.ts'
import { runCalls } from './run-calls.ts'

/** How many actions the wallet has carried out: the nonce of the next one. */
export const nonceOf = (world: Pick<PolymarketWorld, 'relayed'>, account: string): number =>
  [...world.relayed.values()].filter(
    (action) => action.account === account && (action.state === 'STATE_MINED' || action.state === 'STATE_CONFIRMED'),
  ).length

export const keepAction = (world: PolymarketWorld, action: RelayedAction): void => {
  world.relayed.set(action.id, action)
  world.keep('relayed', action.id, { ...action })
}

/** Moves every action to its state by the clock. Its effect on the wallet happens as it is mined. */
export const advanceActions = (world: PolymarketWorld): void => {
  for (const action of world.relayed.values()) {
    if (isOver(action)) continue
    const steps = Math.floor((world.clock() - action.submittedAt) / world.switches.relayStepMs)
    if (action.state === 'STATE_NEW' && steps >= 1) begin(world, action)
    if (action.state === 'STATE_EXECUTED' && steps >= 2) mine(world, action)
    if (action.state === 'STATE_MINED' && steps >= 3) moveTo(world, action, 'STATE_CONFIRMED')
  }
}

const begin = (world: PolymarketWorld, action: RelayedAction): void => {
  if (action.doom === 'STATE_INVALID') {
    action.error = 'transaction is invalid'
    moveTo(world, action, 'STATE_INVALID')
    return
  }
  if (action.doom === 'PRECHECK_SKIPPED') {
    action.error = 'PRECHECK_SKIPPED: redeem skipped: zero position balance'
    moveTo(world, action, 'STATE_FAILED')
    return
  }
  action.hash = hashOf(world, `relay:${action.id}`)
  moveTo(world, action, 'STATE_EXECUTED')
}

const mine = (world: PolymarketWorld, action: RelayedAction): void => {
  const member = world.members.get(action.account)
  const isStale = Number(action.nonce) !== nonceOf(world, action.account)
  const isLate = action.deadline !== null && action.deadline * 1000 < world.clock()
  const words =
    action.doom === 'STATE_FAILED' || member === undefined || isLate
      ? 'execution reverted'
      : isStale
        ? 'execution reverted: GS026'
        : runCalls(world, member, action.calls, action.hash ?? '')
  action.error = words
  moveTo(world, action, words === null ? 'STATE_MINED' : 'STATE_FAILED')
}

const moveTo = (world: PolymarketWorld, action: RelayedAction, state: RelayState): void => {
  action.state = state
  action.updatedAt = world.clock()
  keepAction(world, action)
}
