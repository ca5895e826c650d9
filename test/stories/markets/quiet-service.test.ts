/** While nobody uses the service, its catalogue is kept fresh hourly; the first search says how old it is, and asks for a refresh. */

import { expect, it } from 'vitest'
import { HOUR, MINUTE } from '#domain/kernel/time.ts'
import { worldOfTest } from '#test/support/use-world.ts'

const { world, startWorld } = worldOfTest()

const search = async () => (await world.get('/v1/markets/search?limit=1')).body

it('a new service can search after its first listings, and lists the rest in the same run', async () => {
  await startWorld({ unsynced: true })
  await world.syncWhenDue(0)
  expect(world.catalogueSyncs()).toBe(2)
  const all = (await search()).total
  await world.syncMarkets()
  expect((await search()).total).toBe(all)
})

it('a quiet service syncs hourly, answers the first search at once, and then syncs every run', async () => {
  await startWorld()
  const runs = async (minutes: number): Promise<number> => {
    const before = world.catalogueSyncs()
    for (let passed = 0; passed < minutes; passed += 5) {
      world.time.now += 5 * MINUTE
      await world.syncWhenDue()
    }
    return world.catalogueSyncs() - before
  }
  await search()
  expect(await runs(60)).toBe(12)
  expect(await runs(15)).toBeLessThanOrEqual(3)
  expect(await runs(4 * 60)).toBe(4)
  world.time.now += 5 * MINUTE
  const first = await search()
  expect(first.total).toBeGreaterThan(0)
  const age = world.time.now - Date.parse(first.as_of)
  expect(age).toBeGreaterThan(0)
  expect(age).toBeLessThanOrEqual(HOUR + 5 * MINUTE)
  await world.syncWhenDue()
  world.time.now += MINUTE
  expect(world.time.now - Date.parse((await search()).as_of)).toBe(MINUTE)
})
