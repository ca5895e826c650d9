/** Stage of the sync if a snapshot is stored already. */

import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { openSnapshot } from '#adapters/search/queries/open-snapshot.ts'
import { receiveSnapshot } from '#adapters/search/snapshot/receive-snapshot.ts'
import { FORMAT } from '#adapters/search/snapshot/snapshot-format.ts'
import { catalogueStore } from '#adapters/search/stage/catalogue-store.ts'
import { snapshotShelf } from '#test/support/snapshot-shelf.ts'
import { plainMarket, snapshotDesk } from '../snapshot-desk.ts'

const { folder } = snapshotDesk()
const signal = AbortSignal.timeout(10_000)
const scan = { walk: 1, now: 0 }

it('begins anew where the stored snapshot has a format that is not read any more', async () => {
  const shelf = snapshotShelf()
  const before = catalogueStore({ store: shelf, folder })
  const catalogue = await before.open(signal)
  catalogue.take([plainMarket('OLD')], scan)
  await before.publish({ asOf: 1, tidy: false })
  const text = Buffer.from(shelf.stored()?.bytes ?? []).toString('latin1')
  await shelf.put(Buffer.from(text.replace(`"format":${FORMAT}`, '"format":2'), 'latin1'))

  const store = catalogueStore({ store: shelf, folder })
  const anew = await store.open(signal)
  anew.take([plainMarket('NEW')], scan)
  await store.publish({ asOf: 2, tidy: false })
  const found = { version: 'new', bytes: Readable.from([shelf.stored()?.bytes ?? []]) }
  const snapshot = openSnapshot(await receiveSnapshot(found, folder, signal))
  const { markets } = snapshot.search({}, { limit: 10, offset: 0 })
  expect(markets.map(({ nativeId }) => nativeId)).toEqual(['NEW'])
  snapshot.close()
})
