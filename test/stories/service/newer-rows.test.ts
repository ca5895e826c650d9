/** During a deployment, a function of this version works on rows of a newer version, and stores them with all unknown fields. */

import { expect, it } from 'vitest'
import type { Key } from '#adapters/store/engine/keys.ts'
import type { Row } from '#adapters/store/engine/rows.ts'
import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import { worldOfTest } from '#test/support/use-world.ts'
import { stopDesk } from '../contingent/stop-desk.ts'

const { world, startWorld } = worldOfTest()

const { buyWith, prices, watch } = stopDesk(() => world)

/** The attribute of the newer version. */
const NEW = { zz: { instruction: 1 } }

const nameOf = ({ pk, sk }: Row & Key): string => `${pk} ${sk}`

/** Rows by what they are of: the letters before the ids in their keys. */
const kindOf = ({ pk, sk }: Row & Key): string =>
  `${String(pk).replace(/#.*/, '#')} ${String(sk).replace(/#.*/, '#')}`
    .replace(/ \d.*/, ' number')
    .replace(/ [\w-]{22}$/, ' id')

/** A fill is stored again where it settles later. */
const KINDS: Readonly<Record<string, string>> = {
  'O# O': 'order',
  'O# F#': 'fill',
  'X# X': 'complex order',
  'Xl# number': 'group of linked stops',
  'S# P#': 'position',
  'S# D': 'trading day',
  'S# J': 'dead man’s switch',
  'U# S#': 'subaccount',
  'U# A#': 'custom asset',
  'U# H#': 'webhook',
  'K# K': 'API key',
  'C# number': 'log of changes',
}

/** Adds the attribute to each row as it is created. Answers the kinds of rows stored again, with and without it. */
const newerWrites = () => {
  const { table } = world
  const { write } = table
  const created = new Set<string>()
  const again = { kept: new Set<string>(), dropped: new Set<string>() }
  Object.assign(table, {
    write: (changes: Parameters<typeof write>[0]) =>
      write(
        changes.map((change) => {
          if (!('put' in change) || change.expect === 'anything') return change
          const { put } = change
          if (change.expect !== 'absent') {
            if (created.has(nameOf(put))) (put['zz'] === undefined ? again.dropped : again.kept).add(kindOf(put))
            return change
          }
          created.add(nameOf(put))
          return { ...change, put: { ...put, ...NEW } }
        }),
      ),
  })
  return again
}

it.each(EXCHANGE_NAMES.flatMap((exchange) => (['memory', 'real'] as const).map((wires) => [exchange, wires] as const)))(
  'on %s, rows in the %s table keep attributes of a newer version',
  async (exchange, wires) => {
    await startWorld({ exchange, wires })
    const again = newerWrites()
    const { subaccount_id: other } = (await world.post('/v1/subaccounts', { name: 'other' })).body
    await world.patch(`/v1/subaccounts/${other}`, { name: 'renamed' })
    await world.put(`/v1/subaccounts/${world.hero.subaccountId}/limits`, { max_daily_loss: 500 })
    const { webhook_id: webhook } = (await world.post('/v1/webhooks', { url: 'http://127.0.0.1:9/hook' })).body
    await world.patch(`/v1/webhooks/${webhook}`, { is_active: false })
    for (const timeout_s of [600, 700])
      await world.put(`/v1/subaccounts/${world.hero.subaccountId}/dead-mans-switch`, { timeout_s })
    const assets = '/v1/custom-assets'
    const { custom_asset_id: asset } = (
      await world.post(assets, { subaccount_id: world.hero.subaccountId, name: 'Pair', svc_ids: [world.svcId()] })
    ).body
    await world.patch(`${assets}/${asset}`, { name: 'Two' })
    const { api_key_id: key } = (await world.post('/v1/api-keys', { name: 'bot', scope: 'read' })).body
    await world.delete(`/v1/api-keys/${key}`)
    await world.simulated.book([[0.4, 500]], [[0.44, 500]])
    const exits = [
      { trigger_order: { qty: 20, buy_flag: false, price: 0.6 } },
      { trigger_order: { qty: 20, buy_flag: false, stop_order_price: 0.3 } },
    ]
    await buyWith(exits)
    const resting = await world.place({ price: 0.1 })
    await world.postTwap({ buy_flag: true, total_qty: 40, duration_s: 60, slices: 2 })
    await world.pass('30s', 5)
    await world.delete(`/v1/orders/${resting}`)
    await prices(0.28)
    await watch(90)
    for (const link of ['first', 'second'])
      await world.postConditional({
        stop_order_price: link === 'first' ? 0.1 : 0.15,
        link_id: 'pair',
        trigger_order: { qty: 5, buy_flag: false },
      })
    await world.place({ order_type: 'MARKET', price: null, time_in_force: null, qty: 5 })
    await world.pass('15s', 5)
    expect([...again.dropped]).toEqual([])
    expect([...again.kept].map((kind) => KINDS[kind] ?? kind).sort()).toEqual(
      Object.values(KINDS)
        .filter((kind) => kind !== 'fill' || exchange === 'EXCHANGE_B')
        .sort(),
    )
  },
)
