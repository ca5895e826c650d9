import { describe, expect, it } from 'vitest'
import { idempotencyStore } from '#adapters/store/accounts/idempotency.ts'
import { idempotencyKey } from '#adapters/store/engine/keys.ts'
import type { IdempotencyRecord } from '#ports/orders/idempotency-store.ts'
import { freshTable } from '#test/support/store.ts'
import { NOW, uuidAt } from '../samples.ts'

const claim: IdempotencyRecord = {
  id: 'ab'.repeat(32),
  bodyHash: 'cd'.repeat(32),
  objectId: uuidAt(NOW, 1),
  claimedAt: NOW,
  reply: null,
  expiresAt: NOW + 86_400_500,
}
const answered = { ...claim, reply: { status: 202, body: '{"svc_order_id":"…"}' } }

describe('a request with an Idempotency-Key', () => {
  it('is claimed by one of those who try', async () => {
    const records = idempotencyStore((await freshTable()).table)
    expect(await records.get(claim.id)).toBeNull()
    const tries = await Promise.all([1, 2, 3].map((n) => records.claim({ ...claim, claimedAt: NOW + n }, null)))
    expect(tries.filter(Boolean)).toHaveLength(1)
    expect((await records.get(claim.id))?.claimedAt).toBe(NOW + 1 + tries.indexOf(true))
  })

  it('is taken over only from the claim that was seen', async () => {
    const records = idempotencyStore((await freshTable()).table)
    await records.claim(claim, null)
    const later = { ...claim, claimedAt: NOW + 61_000 }
    expect(await records.claim(later, { ...claim, claimedAt: NOW - 1 })).toBe(false)
    expect(await records.claim(later, claim)).toBe(true)
    expect(await records.claim(later, claim)).toBe(false)
    await records.complete({ ...answered, claimedAt: later.claimedAt })
    expect(await records.claim(later, later)).toBe(false)
  })

  it('keeps its answer until it expires, and may then be claimed anew', async () => {
    const { table } = await freshTable()
    const records = idempotencyStore(table)
    await records.claim(claim, null)
    await records.complete(answered)
    expect(await records.get(claim.id)).toEqual(answered)
    expect(await table.get(idempotencyKey(claim.id))).toMatchObject({ ttl: Math.ceil(claim.expiresAt / 1_000) })
    const anew = { ...claim, objectId: uuidAt(NOW, 2), claimedAt: claim.expiresAt + 1 }
    expect(await records.claim(anew, answered)).toBe(true)
    expect(await records.get(claim.id)).toEqual(anew)
  })

  it.each([
    ['object', { objectId: uuidAt(NOW, 2) }],
    ['body', { bodyHash: 'ef'.repeat(32) }],
  ])('answers its own claim, never one with another %s', async (_what, change) => {
    const records = idempotencyStore((await freshTable()).table)
    await records.complete(answered)
    expect(await records.get(claim.id)).toBeNull()
    const other = { ...claim, ...change }
    await records.claim(other, null)
    await records.complete(answered)
    expect(await records.get(claim.id)).toEqual(other)
  })

  it('is free again once released, but only by the one who claimed it', async () => {
    const records = idempotencyStore((await freshTable()).table)
    await records.claim(claim, null)
    await records.release({ ...claim, claimedAt: NOW - 1 })
    await records.release({ ...claim, objectId: uuidAt(NOW, 2) })
    expect(await records.get(claim.id)).toEqual(claim)
    await records.release(claim)
    expect(await records.get(claim.id)).toBeNull()
  })
})
