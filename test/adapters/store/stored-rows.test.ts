/** Rows of existing deployments stay readable, and earlier versions can read new rows. */

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { openTable } from '#adapters/store/engine/table.ts'
import type { Item } from '#local-dynamodb/item-size.ts'
import { memoryDynamoDb } from '#test/support/memory-dynamodb.ts'
import { ROW_SCENES, type RowScene } from './row-scenes.ts'

/**
 * Items by scene, as commit 2383b98 stored them. Markets have the form with the mark for named ones. Newer rows are as first stored, such
 * as the events of a new order with `oc`.
 */
const STORED: Readonly<Record<string, readonly Item[]>> = JSON.parse(
  readFileSync(new URL('../../fixtures/stored-rows.json', import.meta.url), 'utf8'),
)

const tableOf = (items: readonly Item[]) => openTable({ name: 'memory', client: memoryDynamoDb(items).client })

/** The items of a scene as they are stored now, without the stamp of their write. */
const itemsOf = async (scene: RowScene): Promise<readonly Item[]> => {
  const { client, items } = memoryDynamoDb()
  await scene.write(openTable({ name: 'memory', client }))
  return items().map(({ w: _, ...item }) => item)
}

/** The partition of due work of a row changes from version to version; all versions read all partitions. */
const withoutPartition = (item: Item): unknown =>
  JSON.parse(JSON.stringify(item), (name, value) => (name === 'wp' ? undefined : withoutAge(withoutList(value))))

/**
 * The list of a market may differ: an earlier version reads the markets of the other lists when it next stores them. No order waits for
 * that.
 */
const withoutList = (value: unknown): unknown =>
  typeof value === 'string' && value.startsWith('m#') ? value.replace(/\.\d$/, '') : value

/**
 * The sort key of an armed stop includes its age and user since some version, and later also the time of arming. Earlier versions read only up to the
 * trail, and take a stop without a trail for one whose trail is too wide to move.
 */
const withoutAge = (value: unknown): unknown =>
  typeof value === 'string'
    ? value.replace(/^([du]\d{7})(t\d{14})\d{13}\w{8,}$/, (_, at, trail) => (trail === TOO_WIDE ? at : `${at}${trail}`))
    : value

const TOO_WIDE = 't10000001000000'

const inOrder = (items: readonly Item[]): readonly Item[] =>
  items.toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1))

const placeOf = ({ pk, sk }: Item): string => `${pk?.S} ${sk?.S}`

/** Fields that the document of a market lacked. */
const ADDED = ['opensAt', 'startsAt', 'subtitle', 'event', 'seriesTicker', 'imageUrl', 'makerFeeRate']

describe('rows', () => {
  it.each(ROW_SCENES)('rows of earlier versions are read: $name', async (scene) => {
    expect(await scene.read(tableOf(STORED[scene.name] ?? []))).toEqual(scene.record)
  })

  it.each(ROW_SCENES)('are read as they were stored: $name', async (scene) => {
    expect(await scene.read(tableOf(await itemsOf(scene)))).toEqual(scene.record)
  })

  it.each(ROW_SCENES)('are stored so that earlier versions read them: $name', async (scene) => {
    const items = await itemsOf(scene)
    expect(inOrder(items).map(withoutPartition)).toEqual(inOrder(STORED[scene.name] ?? []).map(withoutPartition))
    for (const { wp } of items) expect([undefined, ...'0123456789abcdef']).toContain(wp?.S)
  })

  it('rows of markets that were stored before openings, events and marks are read', async () => {
    const scene = ROW_SCENES.find(({ name }) => name === 'markets')
    const items = (STORED['markets'] ?? []).map(({ nm: _, doc, ...item }) => {
      const fields: object = JSON.parse(doc?.S ?? '{}')
      const old = Object.entries(fields).filter(([name]) => !ADDED.includes(name))
      return { ...item, doc: { S: JSON.stringify(Object.fromEntries(old)) } }
    })
    expect(items[0]).not.toHaveProperty('nm')
    expect(await scene?.read(tableOf(items))).toMatchObject(scene?.record ?? {})
  })
})
