/** A read of an account requests a poll if its state is old. */

import { beforeEach, expect, it } from 'vitest'
import type { AccountSync } from '#domain/accounts/sync/account-sync.ts'
import { activate } from '#domain/accounts/sync/activate.ts'
import { becomeIdle } from '#domain/accounts/sync/become-idle.ts'
import { SECOND } from '#domain/kernel/time.ts'
import { NOW, SUBACCOUNT, uuidAt } from '#test/adapters/store/samples.ts'
import { SILENT_LOG } from '#test/support/silent-log.ts'
import { storyQueues } from '#test/support/story-queues.ts'
import { accountRefresher } from '#use-cases/accounts/refresh-accounts.ts'

const openDesk = () => {
  const time = { now: NOW }
  const queues = storyQueues(() => time.now)
  const deps = { queues, clock: () => time.now, log: SILENT_LOG }
  return {
    time,
    deps,
    refresh: accountRefresher(deps),
    messages: () => queues.sent.splice(0).map(({ body, visibleAt }) => ({ ...JSON.parse(body), visibleAt })),
  }
}

let desk: ReturnType<typeof openDesk>
beforeEach(() => {
  desk = openDesk()
})

const positionsReadAt = (at: number, change: Partial<AccountSync> = {}): AccountSync => {
  const account = { subaccountId: SUBACCOUNT, exchange: 'EXCHANGE_A' } as const
  return { ...(activate(null, account, NOW) ?? expect.fail()), positionsReadAt: at, ...change }
}

it('an account is polled at once if it was last polled fifteen seconds ago, active or asleep', async () => {
  const idle = becomeIdle(positionsReadAt(NOW - 15 * SECOND, { exchange: 'EXCHANGE_B' }), true, NOW)
  await desk.refresh([positionsReadAt(NOW - 15 * SECOND), idle])
  const poll = { subaccountId: SUBACCOUNT, poll: 1, look: true, visibleAt: NOW }
  expect(desk.messages()).toEqual([
    { ...poll, exchange: 'EXCHANGE_A' },
    { ...poll, exchange: 'EXCHANGE_B' },
  ])
})

it('an account without credentials is not polled, however old its state is', async () => {
  await desk.refresh([becomeIdle(positionsReadAt(NOW - 60 * SECOND), false, NOW)])
  expect(desk.messages()).toEqual([])
})

it('an account is not polled if it was polled since', async () => {
  await desk.refresh([positionsReadAt(NOW - 15 * SECOND + 1)])
  expect(desk.messages()).toEqual([])
})

it('a poll is requested once in fifteen seconds, however many reads there are and however long it takes', async () => {
  const { time, refresh, messages } = desk
  const old = positionsReadAt(NOW - 60 * SECOND)
  await refresh([old])
  time.now += 15 * SECOND - 1
  await refresh([old, positionsReadAt(0, { subaccountId: uuidAt(NOW, 2) })])
  expect(messages()).toMatchObject([{ subaccountId: SUBACCOUNT }, { subaccountId: uuidAt(NOW, 2) }])
  time.now += 1
  await refresh([old])
  expect(messages()).toMatchObject([{ subaccountId: SUBACCOUNT }])
})

it('a poll is requested once even beside ten thousand other accounts: only the oldest request is forgotten', async () => {
  const { refresh, messages } = desk
  const accounts = Array.from({ length: 10_001 }, (_, n) => positionsReadAt(0, { subaccountId: uuidAt(NOW, n) }))
  await refresh(accounts)
  expect(messages()).toHaveLength(10_001)
  await refresh(accounts.slice(-10_000))
  expect(messages()).toEqual([])
  await refresh(accounts.slice(0, 1))
  expect(messages()).toHaveLength(1)
})

it('a read is answered although no poll can be requested', async () => {
  const refresh = accountRefresher({ ...desk.deps, queues: { send: () => Promise.reject(new Error('no queue')) } })
  await expect(refresh([positionsReadAt(0)])).resolves.toBeUndefined()
})
