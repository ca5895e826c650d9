/** When an account is polled, and what of its past is read. */

import { describe, expect, it } from 'vitest'
import {
  type AccountSync,
  activate,
  becomeIdle,
  beginPoll,
  endPoll,
  fillsKnownTo,
  looksDue,
  maySleep,
  nextPollIn,
  ofAccount,
  positionsReadAt,
  revive,
  streamedSince,
} from '#domain/accounts/account-sync.ts'
import { DAY, HOUR, MINUTE, SECOND } from '#domain/kernel/time.ts'

const NOW = 1_795_219_200_000
const fresh = activate(null, { subaccountId: 'sub', exchange: 'EXCHANGE_A' }, NOW) as AccountSync
const known: AccountSync = { ...fresh, account: 'first', lookedAt: NOW, holds: true }

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
      lookedAt: 0,
    })
  })

  it.each([
    ['asleep when nothing is held', { holds: false }, 0, true],
    ['asleep while it only holds something', { holds: true }, 0, true],
    ['awake while what it holds is to be confirmed', { holds: true, settling: true }, 0, false],
    ['awake while its past is read', { holds: false, history: { before: NOW, cursor: null } }, 0, false],
    ['awake while orders are live', { holds: false }, 1, false],
    ['awake right after somebody woke it', { holds: false, wokenAt: NOW + HOUR - SECOND }, 0, false],
  ])('is %s', (_state, change, live, may) => {
    expect(maySleep({ ...known, ...change }, live, NOW + HOUR)).toBe(may)
  })

  it.each([
    ['2 s while its past is read', { history: { before: NOW, cursor: 'x' } }, null, 2 * SECOND],
    ['a tenth of the time nothing has happened to its orders', {}, NOW + HOUR - 100 * SECOND, 10 * SECOND],
    ['a minute while something is to be followed', {}, null, MINUTE],
    ['half a minute when somebody has just woken it', { wokenAt: NOW + HOUR - 20 * SECOND }, null, 31 * SECOND],
  ])('is polled again after %s', (_when, change, newest, wait) => {
    expect(nextPollIn({ ...known, ...change }, newest, 1, NOW + HOUR)).toBe(wait)
  })

  it('is polled less often the more live orders each poll has to read', () => {
    const placedNow = (live: number) => nextPollIn(known, NOW + HOUR, live, NOW + HOUR)
    expect([1, 1_000, 10_000, 1_000_000].map(placedNow)).toEqual([2 * SECOND, 2 * SECOND, 20 * SECOND, MINUTE])
  })

  it.each([
    ['the first time', { lookedAt: 0, holds: false }, false, false, true],
    ['after news, five seconds after the last time', { lookedAt: NOW - 5_000 }, true, false, true],
    ['not after news that follow at once', { lookedAt: NOW - 4_999 }, true, false, false],
    ['every 15 s while something is held', { lookedAt: NOW - 15_000 }, false, false, true],
    ['not sooner', { lookedAt: NOW - 14_999 }, false, false, false],
    ['not by itself while nothing is held', { lookedAt: NOW - DAY, holds: false }, false, false, false],
    ['when its owner asks, also while nothing is held', { lookedAt: NOW - 15_000, holds: false }, false, true, true],
    ['not when its owner asks again within 15 s', { lookedAt: NOW - 14_999, holds: false }, false, true, false],
  ])('has its holdings read: %s', (_when, change, news, requested, due) => {
    expect(looksDue({ ...known, ...change }, news, requested, NOW)).toBe(due)
  })

  it('sleeps at most an hour, five minutes if it holds a position, and until activation without credentials', () => {
    expect(becomeIdle({ ...known, holds: false }, true, NOW)).toMatchObject({ awake: false, dueAt: NOW + HOUR })
    expect(becomeIdle(known, true, NOW)).toMatchObject({ awake: false, dueAt: NOW + 5 * MINUTE })
    expect(becomeIdle(known, false, NOW)).toMatchObject({ awake: false, dueAt: null })
  })

  it('keeps the due date of its next regular poll when it falls asleep again, and that of its actions', () => {
    const polled = beginPoll(revive(becomeIdle(known, true, NOW - 5 * MINUTE), NOW), NOW + SECOND)
    expect(polled).toMatchObject({ awake: true, dueAt: NOW + 5 * MINUTE })
    expect(becomeIdle(polled, true, NOW + 3 * SECOND)).toMatchObject({ awake: false, dueAt: NOW + 5 * MINUTE })
    // One that was asked for long after the regular one begins anew.
    expect(becomeIdle(polled, true, NOW + 3 * MINUTE).dueAt).toBe(NOW + 8 * MINUTE)
    expect(becomeIdle({ ...polled, actAt: NOW + MINUTE * 4 }, true, NOW).dueAt).toBe(NOW + 4 * MINUTE)
  })

  it('is polled again within two minutes after its polls died, unless it only holds', () => {
    expect(revive(known, NOW)).toMatchObject({ awake: true, dueAt: NOW + 2 * MINUTE })
    expect(revive({ ...known, awake: false, holds: false }, NOW).dueAt).toBe(NOW + 2 * MINUTE)
    expect(revive({ ...known, awake: false, actAt: NOW }, NOW).dueAt).toBe(NOW + 2 * MINUTE)
  })

  it('is polled again within two minutes if it is activated during a regular poll, as after any activation', () => {
    const polled = revive(becomeIdle(known, true, NOW), NOW)
    expect(activate(polled, known, NOW + MINUTE)).toMatchObject({ awake: true, dueAt: NOW + 3 * MINUTE })
    const dead = { ...polled, dueAt: NOW + MINUTE }
    expect(activate(dead, known, NOW + 30 * SECOND)?.dueAt).toBe(NOW + MINUTE)
  })

  it('is awake during a regular poll, so a poll that dies is repeated within two minutes', () => {
    const idle = becomeIdle({ ...known, holds: false, poll: 7 }, true, NOW - HOUR)
    expect(beginPoll(idle, NOW + MINUTE)).toMatchObject({ awake: true, poll: 8, dueAt: NOW + 3 * MINUTE })
  })

  it('moves its cursor once a minute, and with every other change of the state', () => {
    expect(endPoll(known, known.cursor + MINUTE - 1, false, NOW)).toBe(known)
    expect(endPoll(known, known.cursor + MINUTE, false, NOW).cursor).toBe(known.cursor + MINUTE)
    expect(endPoll(known, known.cursor + 1, true, NOW).cursor).toBe(known.cursor + 1)
    // An exchange may say that its reads are older than it said before.
    expect(endPoll(known, known.cursor - 1, true, NOW).cursor).toBe(known.cursor)
  })
})

describe('the combined state of several accounts', () => {
  const other = { ...known, cursor: known.cursor - MINUTE, lookedAt: NOW - MINUTE }

  it('is as old as the oldest account', () => {
    expect(fillsKnownTo([known, other])).toBe(other.cursor)
    expect(positionsReadAt([known, other])).toBe(other.lookedAt)
  })

  it('is unknown before the first poll, and incomplete during the read of earlier fills', () => {
    expect(fillsKnownTo([known, { ...fresh, cursor: NOW }])).toBeNull()
    expect(positionsReadAt([known, fresh])).toBeNull()
    expect(fillsKnownTo([{ ...known, history: { before: NOW, cursor: null } }])).toBeNull()
    expect([fillsKnownTo([]), positionsReadAt([])]).toEqual([null, null])
  })

  it('does not count an account without credentials', () => {
    const gone = becomeIdle(other, false, NOW)
    expect(fillsKnownTo([known, gone])).toBe(known.cursor)
    expect(positionsReadAt([known, gone])).toBe(known.lookedAt)
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
