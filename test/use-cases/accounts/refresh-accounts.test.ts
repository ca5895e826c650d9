/** Whoever looks at an account has it polled, if what is known of it is old. */

import { beforeEach, expect, it } from 'vitest'
import { type AccountSync, activate, becomeIdle } from '#domain/accounts/account-sync.ts'
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

const lookedAt = (at: number, change: Partial<AccountSync> = {}): AccountSync => {
  const account = { subaccountId: SUBACCOUNT, exchange: 'EXCHANGE_A' } as const
  return { ...(activate(null, account, NOW) ?? expect.fail()), lookedAt: at, ...change }
}

it('an account is polled at once where it was last looked at fifteen seconds ago, awake or asleep', async () => {
  const idle = becomeIdle(lookedAt(NOW - 15 * SECOND, { exchange: 'EXCHANGE_B' }), true, NOW)
  await desk.refresh([lookedAt(NOW - 15 * SECOND), idle])
  const poll = { subaccountId: SUBACCOUNT, poll: 1, look: true, visibleAt: NOW }
  expect(desk.messages()).toEqual([
    { ...poll, exchange: 'EXCHANGE_A' },
    { ...poll, exchange: 'EXCHANGE_B' },
  ])
})

it('an account without credentials is not polled, however old what is known of it is', async () => {
  await desk.refresh([becomeIdle(lookedAt(NOW - 60 * SECOND), false, NOW)])
  expect(desk.messages()).toEqual([])
})

it('an account is not polled where it was looked at since', async () => {
  await desk.refresh([lookedAt(NOW - 15 * SECOND + 1)])
  expect(desk.messages()).toEqual([])
})

it('an account is asked for once in fifteen seconds, however often somebody looks, and though its poll takes long', async () => {
  const { time, refresh, messages } = desk
  const old = lookedAt(NOW - 60 * SECOND)
  await refresh([old])
  time.now += 15 * SECOND - 1
  await refresh([old, lookedAt(0, { subaccountId: uuidAt(NOW, 2) })])
  expect(messages()).toMatchObject([{ subaccountId: SUBACCOUNT }, { subaccountId: uuidAt(NOW, 2) }])
  time.now += 1
  await refresh([old])
  expect(messages()).toMatchObject([{ subaccountId: SUBACCOUNT }])
})

it('an account is asked for once also where ten thousand others are: only the one that was asked for first is forgotten', async () => {
  const { refresh, messages } = desk
  const accounts = Array.from({ length: 10_001 }, (_, n) => lookedAt(0, { subaccountId: uuidAt(NOW, n) }))
  await refresh(accounts)
  expect(messages()).toHaveLength(10_001)
  await refresh(accounts.slice(-10_000))
  expect(messages()).toEqual([])
  await refresh(accounts.slice(0, 1))
  expect(messages()).toHaveLength(1)
})

it('whoever looks gets an answer although nothing can be asked for', async () => {
  const refresh = accountRefresher({ ...desk.deps, queues: { send: () => Promise.reject(new Error('no queue')) } })
  await expect(refresh([lookedAt(0)])).resolves.toBeUndefined()
})
