/** Watchlists of a user: one document that is replaced, without lost updates. */

import { expect, it } from 'vitest'
import { useWorld } from '../../support/use-world.ts'

const world = useWorld()

const put = (version: number, watchlists: unknown, key?: string) =>
  world.put('/v1/watchlists', { version, watchlists }, key === undefined ? {} : { key })

const read = async () => (await world.get('/v1/watchlists')).body

it('a user without watchlists reads none, in version 0', async () => {
  expect(await world.get('/v1/watchlists')).toMatchObject({
    status: 200,
    body: { version: 0, updated_at: null, watchlists: [] },
  })
})

it('the lists are replaced as a whole, in the order that was sent, each market once', async () => {
  const svcId = world.svcId()
  const lists = [
    { name: 'Wetter ☔', svc_ids: [svcId, svcId] },
    { name: 'empty', svc_ids: [] },
  ]
  const first = await put(0, lists)
  expect(first).toMatchObject({ status: 200, body: { version: 1 } })
  expect(first.body.watchlists).toEqual([{ name: 'Wetter ☔', svc_ids: [svcId] }, lists[1]])
  expect(await read()).toEqual(first.body)
  const second = await put(1, [])
  expect(second.body).toMatchObject({ version: 2, watchlists: [] })
  expect(await read()).toEqual(second.body)
})

it('a change of an outdated version is refused and stores nothing; a repeat of the stored lists is not', async () => {
  const { version } = await read()
  const mine = [{ name: 'mine', svc_ids: [world.svcId()] }]
  const stored = await put(version, mine)
  expect(stored.status).toBe(200)
  world.time.now += 1_000
  expect(await put(version, mine)).toMatchObject({ status: 200, body: stored.body })
  const late = await put(version, [{ name: 'other', svc_ids: [] }])
  expect(late).toMatchObject({ status: 409, body: { code: 'watchlists_changed' } })
  expect(await put(99, [])).toMatchObject({ status: 409 })
  expect(await read()).toEqual(stored.body)
})

it('of two changes at once one is stored, and the other is refused', async () => {
  const { version } = await read()
  const answers = await Promise.all(['a', 'b', 'c'].map((name) => put(version, [{ name, svc_ids: [] }])))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  expect((await read()).version).toBe(version + 1)
})

it('unknown markets are named, and nothing is stored', async () => {
  const before = await read()
  const refused = await put(before.version, [{ name: 'x', svc_ids: [world.svcId(), 17, 18] }])
  expect(refused).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['body', 'watchlists'], msg: expect.stringContaining('unknown markets: 17, 18') }] },
  })
  expect(await read()).toEqual(before)
})

it('two lists of one name, too many lists, too long lists and a missing version are refused', async () => {
  const { version } = await read()
  const named = (name: string, svc_ids: readonly number[] = []) => ({ name, svc_ids })
  const ids = (count: number) => Array.from({ length: count }, (_, place) => place)
  const bad = [
    [named('a'), named('a')],
    ids(21).map((place) => named(String(place))),
    [named('a', ids(201))],
    ids(16).map((place) => named(String(place), ids(200))),
    [named('')],
    [{ name: 'a' }],
  ]
  for (const watchlists of bad) expect((await put(version, watchlists)).status, JSON.stringify(watchlists)).toBe(422)
  expect((await world.put('/v1/watchlists', { watchlists: [] })).status).toBe(422)
})

it('a key of scope read reads them and does not change them', async () => {
  const key = await world.newKey('read')
  expect((await world.get('/v1/watchlists', { key })).body).toEqual(await read())
  expect(await put((await read()).version, [], key)).toMatchObject({ status: 403, body: { code: 'scope_missing' } })
})
