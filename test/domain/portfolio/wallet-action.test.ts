/** Actions of a wallet: the due time of each step, and the record of earlier steps. */

import { describe, expect, it } from 'vitest'
import { MINUTE, SECOND } from '#domain/kernel/time.ts'
import {
  actionIdOf,
  awaitChain,
  claimSend,
  endAction,
  isOver,
  newAction,
  recordArrival,
  recordFailure,
  startOver,
} from '#domain/portfolio/wallet-action.ts'

const NOW = 1_000_000
const ACTION = newAction(
  { actionId: 'a', subaccountId: 'sub', exchange: 'EXCHANGE_B', kind: 'redeem', svcId: 1, nativeId: '0x1' },
  NOW,
)

describe('an action of a wallet', () => {
  it('may have arrived from its claim on, and is sent by no other process for half a minute', () => {
    const sent = claimSend(ACTION, 'payload', NOW)
    expect(sent).toMatchObject({ state: 'SUBMITTED', dueAt: NOW + 30 * SECOND })
    expect(sent.attempt).toEqual({ payload: 'payload', sends: 1, lastSentAt: NOW, transactionId: null })
    expect(claimSend(sent, 'payload', NOW + 1).attempt?.sends).toBe(2)
  })

  it('that has arrived is looked at every two seconds, and after five minutes every thirty', () => {
    const sent = recordArrival(claimSend(ACTION, 'payload', NOW), 'id', NOW)
    expect(sent).toMatchObject({ dueAt: NOW + 2 * SECOND, attempt: { transactionId: 'id' } })
    expect(awaitChain(sent, null, NOW + 5 * MINUTE - 1).dueAt).toBe(NOW + 5 * MINUTE - 1 + 2 * SECOND)
    expect(awaitChain(sent, null, NOW + 5 * MINUTE).dueAt).toBe(NOW + 5 * MINUTE + 30 * SECOND)
  })

  it('keeps the hash of its transaction if a later check returns none', () => {
    const mined = awaitChain(claimSend(ACTION, 'payload', NOW), '0xhash', NOW)
    expect(awaitChain(mined, null, NOW + 1).transaction).toBe('0xhash')
  })

  it('that was not sent cannot arrive', () => {
    expect(recordArrival(ACTION, 'id', NOW)).toBe(ACTION)
  })

  it('is prepared anew after a failure, later each time, and fails for good with the third', () => {
    const once = recordFailure(claimSend(ACTION, 'payload', NOW), 'reverted', NOW)
    expect(once).toMatchObject({ state: 'PENDING', attempt: null, failures: 1, dueAt: NOW + 10 * SECOND })
    const twice = recordFailure(claimSend(once, 'payload', NOW), 'reverted', NOW)
    expect(twice).toMatchObject({ state: 'PENDING', attempt: null, failures: 2, dueAt: NOW + 20 * SECOND })
    const thrice = recordFailure(claimSend(twice, 'payload', NOW), 'reverted', NOW)
    expect(thrice).toMatchObject({ state: 'FAILED', failures: 3, detail: 'reverted' })
    expect([once, twice, thrice].map(isOver)).toEqual([false, false, true])
  })

  it('shows no wait reason after it succeeds', () => {
    const waited = startOver(ACTION, 'later', SECOND, NOW)
    expect(endAction(waited, 'DONE', { transaction: '0xhash' }, NOW)).toMatchObject({ detail: null, state: 'DONE' })
  })
})

it('a request has one id for each action it asks for, however often it is repeated', () => {
  const request = '019aa5d2-3c10-7a41-9d2e-5b7f0c8e1a02'
  const redeem = actionIdOf(request, { kind: 'redeem', svcId: 1 })
  expect(actionIdOf(request, { kind: 'redeem', svcId: 1 })).toBe(redeem)
  expect(redeem).toMatch(/^019aa5d2-3c10-7[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/)
  const others = [
    actionIdOf(request, { kind: 'merge', svcId: 1 }),
    actionIdOf(request, { kind: 'redeem', svcId: 2 }),
    actionIdOf('019aa5d2-3c10-7a41-9d2e-5b7f0c8e1a03', { kind: 'redeem', svcId: 1 }),
  ]
  expect(new Set([redeem, ...others]).size).toBe(4)
})
