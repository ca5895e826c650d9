/** Another user with a key of the same exchange account: what they do there is done past the user of the story. */

import { expect } from 'vitest'
import type { World } from '../world.ts'

/** Sender of an order. */
export interface Hand {
  readonly key: string
  readonly subaccount_id: string
}

export const elsewhere = async (world: World): Promise<Hand> => {
  const key = await world.newKey('admin', '019aa5a0-0000-7000-8000-00000000e15e')
  const { subaccount_id } = (await world.post('/v1/subaccounts', { name: 'elsewhere' }, { key })).body
  const path = `/v1/subaccounts/${subaccount_id}/credentials/${world.simulated.exchange}`
  const stored = await world.put(path, world.simulated.credentials, { key })
  expect(stored.status, JSON.stringify(stored.body)).toBe(200)
  return { key, subaccount_id }
}
