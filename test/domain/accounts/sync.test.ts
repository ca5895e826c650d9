/** When an account is polled, and what of its past is read. */

import { describe, expect, it } from 'vitest'
import type { AccountSync } from '#domain/accounts/sync/account-sync.ts'
import { activate } from '#domain/accounts/sync/activate.ts'
import { becomeIdle, mayBecomeIdle, revive } from '#domain/accounts/sync/become-idle.ts'
import { ofAccount } from '#domain/accounts/sync/holder-name.ts'
import { allPositionsReadAt, fillsKnownTo } from '#domain/accounts/sync/known-to.ts'
import { nextPollIn } from '#domain/accounts/sync/next-poll-in.ts'
import { beginPoll, endPoll, readFrom } from '#domain/accounts/sync/poll.ts'
import { arePositionsDue } from '#domain/accounts/sync/positions-due.ts'
import { streamedSince } from '#domain/accounts/sync/streamed-since.ts'
import { DAY, HOUR, MINUTE, SECOND } from '#domain/kernel/time.ts'

const NOW = 1_795_219_200_000
const fresh = activate(null, { subaccountId: 'sub', exchange: 'EXCHANGE_A' }, NOW) as AccountSync
const known: AccountSync = { ...fresh, account: 'first', positionsReadAt: NOW, holds: true }

describe('the state of an account', () => {
  it('begins with a read of all before its first activation, without gap or overlap', () => {
    const begun = ofAccount(fresh, { account: 'first', holder: 'first' }, 5 * MINUTE, NOW + HOUR)
    // Polls read from five minutes before the cursor on.
    expect(begun).toMatchObject({
      account: 'first',
      cursor: fresh.cursor,
      history: { before: fresh.cursor - 5 * MINUTE, cursor: null },
    })
    expect(ofAccount(begun, { account: 'first', holder: 'first' }, 5 * MINUTE, NOW + DAY)).toBe(begun)
  })

  it('begins a day back if it replaces another account, and forgets the holdings of the other', () => {
    expect(ofAccount(known, { account: 'second', holder: 'second' }, HOUR, NOW)).toMatchObject({
      account: 'second',
      cursor: NOW - DAY,
      history: { before: NOW - DAY - HOUR, cursor: null },
      holds: false,
      positionsReadAt: 0,
    })
  })

  it.each([
    ['idle when nothing is held', { holds: false }, 0, true],
    ['idle while it only holds something', { holds: true }, 0, true],
    ['active while what it holds is to be confirmed', { holds: true, settling: true }, 0, false],
    ['active while its past is read', { holds: false, history: { before: NOW, cursor: null } }, 0, false],
    ['active while orders are live', { holds: false }, 1, false],
    ['active right after an activation', { holds: false, activatedAt: NOW + HOUR - SECOND }, 0, false],
  ])('is %s', (_state, change, live, may) => {
    expect(mayBecomeIdle({ ...known, ...change }, live, NOW + HOUR)).toBe(may)
  })

  it.each([
    ['2 s while its past is read', { history: { before: NOW, cursor: 'x' } }, null, 2 * SECOND],
    ['a tenth of the time nothing has happened to its orders', {}, NOW + HOUR - 100 * SECOND, 10 * SECOND],
    ['a minute while something is to be followed', {}, null, MINUTE],
    ['half a minute after an activation', { activatedAt: NOW + HOUR - 20 * SECOND }, null, 31 * SECOND],
  ])('is polled again after %s', (_when, change, newest, wait) => {
    expect(nextPollIn({ ...known, ...change }, newest, 1, NOW + HOUR)).toBe(wait)
  })

  it('is polled less often the more live orders each poll has to read', () => {
    const placedNow = (live: number) => nextPollIn(known, NOW + HOUR, live, NOW + HOUR)
    expect([1, 1_000, 10_000, 1_000_000].map(placedNow)).toEqual([2 * SECOND, 2 * SECOND, 20 * SECOND, MINUTE])
  })

  it.each([
    ['the first time', { positionsReadAt: 0, holds: false }, false, false, true],
    ['after news, five seconds after the last time', { positionsReadAt: NOW - 5_000 }, true, false, true],
    ['not after news that follow at once', { positionsReadAt: NOW - 4_999 }, true, false, false],
    ['every 15 s while something is held', { positionsReadAt: NOW - 15_000 }, false, false, true],
    ['not sooner', { positionsReadAt: NOW - 14_999 }, false, false, false],
    ['not by itself while nothing is held', { positionsReadAt: NOW - DAY, holds: false }, false, false, false],
    [
      'when its owner asks, also while nothing is held',
      { positionsReadAt: NOW - 15_000, holds: false },
      false,
      true,
      true,
    ],
    ['not when its owner asks again within 15 s', { positionsReadAt: NOW - 14_999, holds: false }, false, true, false],
  ])('has its holdings read: %s', (_when, change, news, requested, due) => {
    expect(arePositionsDue({ ...known, ...change }, news, requested, NOW)).toBe(due)
  })

  it('is idle at most an hour, five minutes if it holds a position, and until activation without credentials', () => {
    expect(becomeIdle({ ...known, holds: false }, true, NOW)).toMatchObject({ active: false, dueAt: NOW + HOUR })
    expect(becomeIdle(known, true, NOW)).toMatchObject({ active: false, dueAt: NOW + 5 * MINUTE })
    expect(becomeIdle(known, false, NOW)).toMatchObject({ active: false, dueAt: null })
  })

  it('keeps the due date of its next regular poll when it becomes idle again, and that of its actions', () => {
    const polled = beginPoll(revive(becomeIdle(known, true, NOW - 5 * MINUTE), NOW), NOW + SECOND)
    expect(polled).toMatchObject({ active: true, dueAt: NOW + 5 * MINUTE })
    expect(becomeIdle(polled, true, NOW + 3 * SECOND)).toMatchObject({ active: false, dueAt: NOW + 5 * MINUTE })
    // One that was asked for long after the regular one begins anew.
    expect(becomeIdle(polled, true, NOW + 3 * MINUTE).dueAt).toBe(NOW + 8 * MINUTE)
    expect(becomeIdle({ ...polled, actAt: NOW + MINUTE * 4 }, true, NOW).dueAt).toBe(NOW + 4 * MINUTE)
  })

  it('is polled again within two minutes after its polls died, unless it only holds', () => {
    expect(revive(known, NOW)).toMatchObject({ active: true, dueAt: NOW + 2 * MINUTE })
    expect(revive({ ...known, active: false, holds: false }, NOW).dueAt).toBe(NOW + 2 * MINUTE)
    expect(revive({ ...known, active: false, actAt: NOW }, NOW).dueAt).toBe(NOW + 2 * MINUTE)
  })

  it('is polled again within two minutes if it is activated during a regular poll, as after any activation', () => {
    const polled = revive(becomeIdle(known, true, NOW), NOW)
    expect(activate(polled, known, NOW + MINUTE)).toMatchObject({ active: true, dueAt: NOW + 3 * MINUTE })
    const dead = { ...polled, dueAt: NOW + MINUTE }
    expect(activate(dead, known, NOW + 30 * SECOND)?.dueAt).toBe(NOW + MINUTE)
  })

  it('is active during a regular poll, so a poll that dies is repeated within two minutes', () => {
    const idle = becomeIdle({ ...known, holds: false, poll: 7 }, true, NOW - HOUR)
    expect(beginPoll(idle, NOW + MINUTE)).toMatchObject({ active: true, poll: 8, dueAt: NOW + 3 * MINUTE })
  })

  it('moves its cursor once a minute, and with every other change of the state', () => {
    expect(endPoll(known, known.cursor + MINUTE - 1, false, NOW)).toBe(known)
    expect(endPoll(known, known.cursor + MINUTE, false, NOW).cursor).toBe(known.cursor + MINUTE)
    expect(endPoll(known, known.cursor + 1, true, NOW).cursor).toBe(known.cursor + 1)
    // An exchange may say that its reads are older than it said before.
    expect(endPoll(known, known.cursor - 1, true, NOW).cursor).toBe(known.cursor)
  })

  it('reads fills again from before its cursor, and once a day those of two days', () => {
    const behind = { ...known, cursor: NOW - HOUR, reconciledAt: NOW - DAY + 1 }
    expect(readFrom(behind, 5 * MINUTE, NOW)).toBe(NOW - HOUR - 5 * MINUTE)
    expect(readFrom(behind, 5 * MINUTE, NOW + 1)).toBe(NOW + 1 - 2 * DAY)
    expect(readFrom({ ...behind, cursor: NOW - 3 * DAY }, HOUR, NOW + 1)).toBe(NOW - 3 * DAY - HOUR)
  })
})

describe('the combined state of several accounts', () => {
  const other = { ...known, cursor: known.cursor - MINUTE, positionsReadAt: NOW - MINUTE }

  it('is as old as the oldest account', () => {
    expect(fillsKnownTo([known, other])).toBe(other.cursor)
    expect(allPositionsReadAt([known, other])).toBe(other.positionsReadAt)
  })

  it('is unknown before the first poll, and incomplete during the read of earlier fills', () => {
    expect(fillsKnownTo([known, { ...fresh, cursor: NOW }])).toBeNull()
    expect(allPositionsReadAt([known, fresh])).toBeNull()
    expect(fillsKnownTo([{ ...known, history: { before: NOW, cursor: null } }])).toBeNull()
    expect([fillsKnownTo([]), allPositionsReadAt([])]).toEqual([null, null])
  })

  it('does not count an account without credentials', () => {
    const gone = becomeIdle(other, false, NOW)
    expect(fillsKnownTo([known, gone])).toBe(known.cursor)
    expect(allPositionsReadAt([known, gone])).toBe(known.positionsReadAt)
  })
})

describe('an account is streamed', () => {
  const order = (exchangeState: 'live' | 'ended' | null, age: number) => ({ exchangeState, createdAt: NOW - age })
  const since = (streamedAt: number | null, ...live: ReturnType<typeof order>[]) =>
    streamedSince({ streamedAt }, live, NOW)

  it('from eight seconds after one of its orders rests, until none rests', () => {
    expect(since(null, order('live', 8 * SECOND))).toBeNull()
    expect(since(null, order('live', 9 * SECOND))).toBe(NOW)
    expect(since(NOW - MINUTE, order('live', SECOND))).toBe(NOW - MINUTE)
    expect(since(NOW - MINUTE)).toBeNull()
  })

  it('not for orders under way, or over', () => {
    expect(since(null, order(null, HOUR), order('ended', HOUR))).toBeNull()
    expect(since(NOW - MINUTE, order('ended', HOUR))).toBeNull()
  })

  it('with a record that is stored again each hour, so that a leftover can be recognised', () => {
    expect(since(NOW - HOUR, order('live', DAY))).toBe(NOW)
  })
})
