/** An account is active in the table before anything is sent for it. */

import { beforeEach, describe, expect, it } from 'vitest'
import { accountSyncStore } from '#adapters/store/accounts/account-syncs.ts'
import type { AccountSync } from '#domain/accounts/sync/account-sync.ts'
import { MINUTE, SECOND } from '#domain/kernel/time.ts'
import { NOW, SUBACCOUNT } from '#test/adapters/store/samples.ts'
import { SILENT_LOG } from '#test/support/silent-log.ts'
import { memoryTable } from '#test/support/store.ts'
import { storyQueues } from '#test/support/story-queues.ts'
import { activateAccount, enqueuePoll } from '#use-cases/accounts/activate-account.ts'
import { ACCOUNTS_LOG } from '#use-cases/accounts/log-messages.ts'

const ACCOUNT = { subaccountId: SUBACCOUNT, exchange: 'EXCHANGE_A' } as const

const openDesk = async () => {
  const { table } = await memoryTable()
  const time = { now: NOW }
  const accountSyncs = accountSyncStore(table)
  const queues = storyQueues(() => time.now)
  const warned: string[] = []
  const log = { ...SILENT_LOG, warn: (text: string) => void warned.push(text) }
  const deps = { accountSyncs, queues, clock: () => time.now, log }
  return {
    time,
    deps,
    queues,
    warned,
    state: () => accountSyncs.get(SUBACCOUNT, 'EXCHANGE_A'),
    messages: () =>
      queues.sent.splice(0).map(({ body, group, visibleAt }) => ({ ...JSON.parse(body), group, visibleAt })),
  }
}

let desk: Awaited<ReturnType<typeof openDesk>>
beforeEach(async () => {
  desk = await openDesk()
})

describe('an activated account', () => {
  it('is active, due in two minutes if its poll is lost, and polled a second later', async () => {
    expect(await activateAccount(desk.deps, ACCOUNT)).toBe(true)
    expect(await desk.state()).toMatchObject({ ...ACCOUNT, active: true, activatedAt: NOW, dueAt: NOW + 2 * MINUTE })
    expect(desk.messages()).toEqual([{ ...ACCOUNT, poll: 1, group: SUBACCOUNT, visibleAt: NOW + SECOND }])
  })

  it('is active in the table before its poll is asked for', async () => {
    const { deps, state } = desk
    let awakeThen: AccountSync | null = null
    const queues = {
      send: async () => {
        awakeThen = await state()
      },
    }
    await activateAccount({ ...deps, queues }, ACCOUNT)
    expect(awakeThen).toMatchObject({ active: true })
  })

  it('is not written again within ten seconds, and is written after that', async () => {
    const { deps, time, state, messages } = desk
    await activateAccount(deps, ACCOUNT)
    messages()
    time.now += 10 * SECOND - 1
    expect(await activateAccount(deps, ACCOUNT)).toBe(false)
    expect([messages(), (await state())?.version]).toEqual([[], 1])
    time.now += 1
    expect(await activateAccount(deps, ACCOUNT)).toBe(true)
    expect(await state()).toMatchObject({ activatedAt: time.now, version: 2 })
    expect(messages()).toHaveLength(1)
  })

  it('is active even if a poll puts it to sleep at the same moment', async () => {
    const { deps, time, state, messages } = desk
    await activateAccount(deps, ACCOUNT)
    messages()
    time.now += MINUTE
    const { get } = deps.accountSyncs
    Object.assign(deps.accountSyncs, {
      get: async (...given: Parameters<typeof get>) => {
        const read = await get(...given)
        Object.assign(deps.accountSyncs, { get })
        if (read !== null) await deps.accountSyncs.save({ ...read, active: false, poll: 7 })
        return read
      },
    })
    expect(await activateAccount(deps, ACCOUNT)).toBe(true)
    expect(await state()).toMatchObject({ active: true, activatedAt: time.now, poll: 7 })
    expect(messages()).toMatchObject([{ poll: 8 }])
  })

  it('is active although its message is lost: the sweeper has it polled', async () => {
    const { deps, state, warned } = desk
    const queues = { send: () => Promise.reject(new Error('no queue')) }
    expect(await activateAccount({ ...deps, queues }, ACCOUNT)).toBe(true)
    expect(await state()).toMatchObject({ active: true })
    expect(warned).toEqual([ACCOUNTS_LOG.pollNotRequested])
  })
})

it('a poll is requested by the number after the last one, with its additional reads', async () => {
  const { deps, messages } = desk
  const state = { ...ACCOUNT, poll: 4 }
  await enqueuePoll(deps, state, 3 * SECOND, { group: 'another', look: true })
  await enqueuePoll(deps, state, 0, { check: true })
  expect(messages()).toEqual([
    { ...ACCOUNT, poll: 5, look: true, group: 'another', visibleAt: NOW + 3 * SECOND },
    { ...ACCOUNT, poll: 5, check: true, group: SUBACCOUNT, visibleAt: NOW },
  ])
})
