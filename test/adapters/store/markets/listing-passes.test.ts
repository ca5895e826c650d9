import { expect, it } from 'vitest'
import { listingPassStore } from '#adapters/store/markets/listing-passes.ts'
import { freshTable } from '#test/support/store.ts'

it('an unfinished pass over a listing reads back as it was saved, however many markets it has seen', async () => {
  const passes = listingPassStore((await freshTable()).table)
  expect(await passes.get('EXCHANGE_A')).toBeNull()
  const seen = Array.from({ length: 45_000 }, (_, n) => Number.MAX_SAFE_INTEGER - n * 7_919)
  await passes.save('EXCHANGE_A', { cursor: 'page 46', seen })
  expect(await passes.get('EXCHANGE_A')).toEqual({ cursor: 'page 46', seen })
  expect(await passes.get('EXCHANGE_B')).toBeNull()
})

it('a finished pass leaves nothing to go on from, and a shorter one nothing of a longer one', async () => {
  const passes = listingPassStore((await freshTable()).table)
  await passes.save('EXCHANGE_B', { cursor: 'a', seen: Array.from({ length: 20_001 }, (_, n) => n) })
  await passes.save('EXCHANGE_B', { cursor: 'b', seen: [5] })
  expect(await passes.get('EXCHANGE_B')).toEqual({ cursor: 'b', seen: [5] })
  await passes.save('EXCHANGE_B', { cursor: 'c', seen: [] })
  expect(await passes.get('EXCHANGE_B')).toEqual({ cursor: 'c', seen: [] })
  await passes.save('EXCHANGE_B', null)
  expect(await passes.get('EXCHANGE_B')).toBeNull()
})
