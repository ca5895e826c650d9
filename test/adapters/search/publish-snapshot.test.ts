/** When a snapshot is made, and of what. */

import { describe, expect, it } from 'vitest'
import { loadedSnapshot } from '#adapters/search/loaded-snapshot.ts'
import { snapshotPublisher } from '#adapters/search/publish-snapshot.ts'
import type { Market } from '#domain/markets/market.ts'
import type { Log } from '#ports/log.ts'
import { snapshotShelf } from '#test/support/snapshot-shelf.ts'
import { plainMarket, snapshotDesk } from './snapshot-desk.ts'

const { folder } = snapshotDesk()
const ignore = () => undefined
const LOG: Log = { info: ignore, warn: ignore, error: ignore, metric: ignore }

/** A table, a shelf, and processes that write and publish. */
const startDesk = () => {
  const table = new Map<number, Market>()
  const shelf = snapshotShelf()
  const desk = { reads: 0, broken: false }
  const store = {
    ...shelf,
    put: async (bytes: Uint8Array) => {
      if (desk.broken) throw new Error('S3 is away')
      return shelf.put(bytes)
    },
  }
  const newProcess = () => {
    const publisher = snapshotPublisher({ store, folder })
    return {
      change: async (...markets: Market[]) => {
        for (const market of markets) table.set(market.svcId, market)
        await publisher.note(markets)
      },
      publish: () =>
        publisher.publish(() => {
          desk.reads += 1
          return table.values()
        }),
    }
  }
  const names = async () => {
    const index = loadedSnapshot({ store: shelf, folder, clock: () => 0, log: LOG })
    const { markets } = await index.search({}, { limit: 100, offset: 0 })
    return markets.map(({ name }) => name).sort()
  }
  return { desk, newProcess, names }
}

const market = (id: string, name = id) => plainMarket(id, { name })

describe('a snapshot', () => {
  it('is made by a new process of the whole catalogue, and from then on of that and what changed', async () => {
    const { desk, newProcess, names } = startDesk()
    const { change, publish } = newProcess()
    await change(market('A'), market('B'))
    expect(await publish()).toMatchObject({ markets: 2 })
    await change(market('B', 'B anew'), market('C'))
    expect(await publish()).toMatchObject({ markets: 3 })
    expect(await names()).toEqual(['A', 'B anew', 'C'])
    expect(desk.reads).toBe(1)
  })

  it('is not made when nothing changed, but by a new process, which cannot know', async () => {
    const { newProcess } = startDesk()
    const { change, publish } = newProcess()
    await change(market('A'))
    await publish()
    await change()
    expect(await publish()).toBeNull()
    expect(await newProcess().publish()).toMatchObject({ markets: 1 })
  })

  it('is made of the whole catalogue again when another process has made one: it may know more', async () => {
    const { desk, newProcess, names } = startDesk()
    const [one, other] = [newProcess(), newProcess()]
    await one.change(market('A'))
    await one.publish()
    await other.change(market('A', 'A anew'))
    await other.publish()
    await one.change(market('B'))
    await one.publish()
    expect(await names()).toEqual(['A anew', 'B'])
    expect(desk.reads).toBe(3)
  })

  it('that could not be stored is made at the next chance, with everything in it', async () => {
    const { desk, newProcess, names } = startDesk()
    const { change, publish } = newProcess()
    await change(market('A'))
    await publish()
    desk.broken = true
    await change(market('B'))
    await expect(publish()).rejects.toThrow('S3 is away')
    desk.broken = false
    expect(await publish()).toMatchObject({ markets: 2 })
    expect(await names()).toEqual(['A', 'B'])
  })
})
