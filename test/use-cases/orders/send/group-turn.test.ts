/** Orders of one account have their turns as they came: none goes out before one that waits for the account's rate limit. */

import { beforeEach, expect, it } from 'vitest'
import type { ExchangeAccount } from '#ports/exchanges/exchange-account.ts'
import { awaitGroupTurn } from '#use-cases/orders/send/group-turn.ts'
import { TimeBudget, type Turns } from '#use-cases/orders/send/time-budget.ts'

const account: ExchangeAccount = { accountKey: 'key', secrets: {} }
let said: string[]
beforeEach(() => {
  said = []
})

/** `before`: when the message before this one comes again. `limit`: what the rate limit says. */
const take = async (before: number | null, limit = { go: true, waitMs: 0, refillMs: 100 }, mayReturn = true) => {
  const turns: Turns = {
    mine: async () => before,
    pass: (againAt) => void said.push(`pass ${againAt}`),
    canBeGivenBack: () => mayReturn,
    keepGroup: (ms) => void said.push(`keep ${ms}`),
  }
  const window = new TimeBudget(15_000, 15_000, turns)
  const exchange = {
    reserveRate: async () => {
      said.push('limit')
      return limit
    },
  }
  const pause = async (ms: number): Promise<void> => void said.push(`pause ${ms}`)
  const goes = await awaitGroupTurn({ clock: () => 1_000, pause }, { exchange, account, order: { shard: 0 } }, window)
  return { goes, again: window.comesAgain(), said }
}

it('an order goes out if no earlier one waits, and keeps its group until the limit refills', async () => {
  expect(await take(null)).toEqual({ goes: true, again: null, said: ['limit', 'keep 100', 'pass null'] })
})

it('an order behind one that waits for the limit waits too, and uses nothing of the limit', async () => {
  expect(await take(5_000)).toEqual({ goes: false, again: 5_000, said: ['pass 5000'] })
})

it('an order is given back if the limit has no room, and so are the orders behind', async () => {
  const full = { go: false, waitMs: 2_000, refillMs: 0 }
  expect(await take(null, full)).toEqual({ goes: false, again: 3_000, said: ['limit', 'pass 3000'] })
})

it('an order that came too often to be given back goes out', async () => {
  const full = { go: false, waitMs: 2_000, refillMs: 0 }
  expect(await take(5_000, full, false)).toMatchObject({ goes: true, said: ['limit', 'keep 0', 'pass null'] })
})
