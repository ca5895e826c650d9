import { expect, it } from 'vitest'
import { exchangeRefusalStore } from '#adapters/store/accounts/exchange-refusals.ts'
import { freshTable } from '#test/support/store.ts'
import { NOW } from '../samples.ts'

it('a refusal of an exchange is changed and ended only by who has read it as it is', async () => {
  const refusals = exchangeRefusalStore((await freshTable()).table)
  const refusal = { exchange: 'EXCHANGE_A', calls: 'orders', since: NOW, refusedAt: NOW, reason: 'mode' } as const
  const first = await refusals.save({ ...refusal, probes: 0, probeAt: NOW + 1, version: 0 })
  if (first === null) throw new Error('it is stored')
  const second = await refusals.save({ ...first, probes: 1 })
  expect(await refusals.save({ ...first, probes: 9 })).toBeNull()
  await refusals.remove(first)
  expect(await refusals.all()).toEqual([second])
  if (second !== null) await refusals.remove(second)
  expect(await refusals.all()).toEqual([])
})
