import { describe, expect, it } from 'vitest'
import { accountSyncStore } from '#adapters/store/accounts/account-syncs.ts'
import { apiKeyStore } from '#adapters/store/accounts/api-keys.ts'
import { credentialsStore } from '#adapters/store/accounts/credentials.ts'
import { subaccountStore } from '#adapters/store/accounts/subaccounts.ts'
import { apiKeyKey, keyRingKey } from '#adapters/store/engine/keys.ts'
import type { Table } from '#adapters/store/engine/table.ts'
import type { ApiKey } from '#domain/accounts/api-key.ts'
import type { CredentialsRecord } from '#domain/accounts/credentials.ts'
import type { Subaccount } from '#domain/accounts/subaccount.ts'
import { activate } from '#domain/accounts/sync/activate.ts'
import { freshTable } from '#test/support/store.ts'
import { NOW, sampleSubaccount, USER, uuidAt } from '../samples.ts'

const subaccount = (n: number, change: Partial<Subaccount> = {}): Subaccount =>
  sampleSubaccount({ subaccountId: uuidAt(NOW, n), name: `Number ${n}`, insertedAt: NOW + n, ...change })

const credentials = (n: number, change: Partial<CredentialsRecord> = {}): CredentialsRecord => ({
  subaccountId: uuidAt(NOW, n),
  userId: USER,
  exchange: 'EXCHANGE_A',
  exchangeAccount: `exchange account ${n}`,
  fingerprint: '0123456789abcdef',
  verifiedAt: NOW,
  insertedAt: NOW,
  paperCash: null,
  relays: false,
  autoRedeem: false,
  sealed: `ciphertext ${n}`,
  ...change,
})

const stores = (table: Table) => ({
  subaccounts: subaccountStore(table),
  credentials: credentialsStore(table),
  accounts: accountSyncStore(table),
})

describe('subaccounts in the store', () => {
  it('read back as they were stored, one and all, oldest first, and only their own user’s', async () => {
    const { subaccounts } = stores((await freshTable()).table)
    const all = [
      subaccount(2, { description: 'ünïcode', isActive: false, cancelBefore: NOW, cancelComplexBefore: NOW + 1 }),
      subaccount(1),
    ]
    for (const one of all) expect(await subaccounts.create(one)).toBe(true)
    await subaccounts.create(subaccount(3, { userId: uuidAt(NOW, 99) }))
    expect(await subaccounts.get(USER, uuidAt(NOW, 2))).toEqual(all[0])
    expect(await subaccounts.list(USER)).toEqual([all[1], all[0]])
    expect(await subaccounts.get(USER, uuidAt(NOW, 3))).toBeNull()
    expect(await subaccounts.list(uuidAt(NOW, 98))).toEqual([])
  })

  it('are created once, and saved only over the version the caller saw', async () => {
    const { subaccounts } = stores((await freshTable()).table)
    expect(await subaccounts.create(subaccount(1))).toBe(true)
    expect(await subaccounts.create(subaccount(1))).toBe(false)
    expect(await subaccounts.save(subaccount(1, { name: 'new' }))).toBe(true)
    expect(await subaccounts.save(subaccount(1, { name: 'newer' }))).toBe(false)
    expect(await subaccounts.get(USER, uuidAt(NOW, 1))).toEqual(subaccount(1, { name: 'new', version: 1 }))
  })

  it('leave with their credentials and free their exchange accounts, or stay whole', async () => {
    const { table } = await freshTable()
    const { subaccounts, credentials: kept, accounts } = stores(table)
    const both = [credentials(1), credentials(1, { exchange: 'EXCHANGE_B', sealed: 'other' })]
    await subaccounts.create(subaccount(1))
    for (const record of both) await kept.put(record, null)
    const state = activate(null, { subaccountId: uuidAt(NOW, 1), exchange: 'EXCHANGE_A' }, NOW)
    if (state !== null) await accounts.save(state)
    const sync = await accounts.get(uuidAt(NOW, 1), 'EXCHANGE_A')
    const syncs = sync === null ? [] : [sync]

    expect(await subaccounts.remove(subaccount(1, { version: 5 }), both, syncs)).toBe(false)
    const replaced = credentials(1, { sealed: 'replaced meanwhile' })
    expect(await subaccounts.remove(subaccount(1), [replaced], syncs)).toBe(false)
    // Somebody began to send.
    expect(await subaccounts.remove(subaccount(1), both, [])).toBe(false)
    const woken = syncs.map((one) => ({ ...one, version: one.version + 1 }))
    expect(await subaccounts.remove(subaccount(1), both, woken)).toBe(false)
    expect(await kept.get(uuidAt(NOW, 1), 'EXCHANGE_A')).toEqual(both[0])

    expect(await subaccounts.remove(subaccount(1), both, syncs)).toBe(true)
    expect(await subaccounts.get(USER, uuidAt(NOW, 1))).toBeNull()
    expect(await kept.get(uuidAt(NOW, 1), 'EXCHANGE_B')).toBeNull()
    expect(await accounts.get(uuidAt(NOW, 1), 'EXCHANGE_A')).toBeNull()
    expect(await kept.put(credentials(2, { exchangeAccount: 'exchange account 1' }), null)).toBe('stored')
  })
})

describe('credentials in the store', () => {
  it('read back as they were stored', async () => {
    const { credentials: kept } = stores((await freshTable()).table)
    expect(await kept.get(uuidAt(NOW, 1), 'EXCHANGE_A')).toBeNull()
    expect(await kept.put(credentials(1), null)).toBe('stored')
    expect(await kept.get(uuidAt(NOW, 1), 'EXCHANGE_A')).toEqual(credentials(1))
    expect(await kept.get(uuidAt(NOW, 1), 'EXCHANGE_B')).toBeNull()
  })

  it('keep an exchange account with one subaccount of a user, by exchange', async () => {
    const { credentials: kept } = stores((await freshTable()).table)
    await kept.put(credentials(1), null)
    const same = { exchangeAccount: 'exchange account 1' }
    expect(await kept.put(credentials(2, same), null)).toBe('in_use')
    expect(await kept.get(uuidAt(NOW, 2), 'EXCHANGE_A')).toBeNull()
    expect(await kept.put(credentials(2, { ...same, exchange: 'EXCHANGE_B' }), null)).toBe('stored')
    expect(await kept.put(credentials(3, { ...same, userId: uuidAt(NOW, 99) }), null)).toBe('stored')
  })

  it('are replaced only as the caller saw them, with the same account or with another', async () => {
    const { credentials: kept } = stores((await freshTable()).table)
    await kept.put(credentials(1), null)
    expect(await kept.put(credentials(1, { sealed: 'b' }), null)).toBe('conflict')
    expect(await kept.put(credentials(1, { sealed: 'b' }), credentials(1, { sealed: 'x' }))).toBe('conflict')
    const rotated = credentials(1, { sealed: 'b' })
    expect(await kept.put(rotated, credentials(1))).toBe('stored')
    const moved = credentials(1, { sealed: 'c', exchangeAccount: 'another' })
    expect(await kept.put(moved, rotated)).toBe('stored')
    expect(await kept.get(uuidAt(NOW, 1), 'EXCHANGE_A')).toEqual(moved)
    expect(await kept.put(credentials(2, { exchangeAccount: 'exchange account 1' }), null)).toBe('stored')
    expect(await kept.put(credentials(1, { sealed: 'd' }), moved)).toBe('in_use')
  })

  it('free their exchange account when they are removed', async () => {
    const { credentials: kept } = stores((await freshTable()).table)
    await kept.put(credentials(1), null)
    expect(await kept.remove(credentials(1, { sealed: 'replaced meanwhile' }), null)).toBe(false)
    expect(await kept.remove(credentials(1), null)).toBe(true)
    expect(await kept.remove(credentials(1), null)).toBe(false)
    expect(await kept.put(credentials(2, { exchangeAccount: 'exchange account 1' }), null)).toBe('stored')
  })

  it('stay unchanged if their account became active after the caller’s read', async () => {
    const { credentials: kept, accounts } = stores((await freshTable()).table)
    await kept.put(credentials(1), null)
    const account = { subaccountId: uuidAt(NOW, 1), exchange: 'EXCHANGE_A' } as const
    const state = activate(null, account, NOW)
    if (state === null) throw new Error('the account is active')
    await accounts.save(state)
    const other = credentials(1, { exchangeAccount: 'exchange account 2', sealed: 'other' })
    for (const read of [null, { ...state, version: 2 }]) expect(await kept.remove(credentials(1), read)).toBe(false)
    for (const version of [0, 2]) {
      const sync = { ...state, version }
      expect(await kept.put(other, credentials(1), { sync })).toBe('conflict')
    }
    const before = { ...state, version: 1 }
    const woken = { ...before, activatedAt: NOW + 1 }
    expect(await kept.put(other, credentials(1), { sync: woken })).toBe('stored')
    const after = await accounts.get(account.subaccountId, account.exchange)
    expect(after).toEqual({ ...woken, version: 2 })
    expect(await kept.remove(other, before)).toBe(false)
    expect(await kept.remove(other, after)).toBe(true)
  })

  it('are stored only if their subaccount is unchanged since the caller’s read; a stale caller reads again', async () => {
    const { credentials: kept, subaccounts } = stores((await freshTable()).table)
    await subaccounts.create(subaccount(1))
    const stale = subaccount(1, { version: 7 })
    expect(await kept.put(credentials(1), null, { owner: stale })).toBe('conflict')
    expect(await kept.put(credentials(2), null, { owner: subaccount(2) })).toBe('conflict')
    expect(await kept.get(uuidAt(NOW, 1), 'EXCHANGE_A')).toBeNull()
    expect(await kept.put(credentials(1), null, { owner: subaccount(1) })).toBe('stored')
    // Another key of the same account, which no other subaccount has.
    const rotated = credentials(1, { sealed: 'rotated' })
    expect(await kept.put(rotated, credentials(1), { owner: stale })).toBe('conflict')
    expect(await subaccounts.remove(subaccount(1), [], [])).toBe(false)
    expect(await subaccounts.get(USER, uuidAt(NOW, 1))).toEqual(subaccount(1, { version: 1 }))
  })

  it('lose their findings with their deletion, and an older finding replaces no newer one', async () => {
    const { credentials: kept } = stores((await freshTable()).table)
    await kept.put(credentials(1), null)
    const check = { check: 'approval', ok: true, detail: 'fine', checkedAt: NOW }
    const at = [uuidAt(NOW, 1), 'EXCHANGE_A'] as const
    expect(await kept.saveReadiness(...at, { checks: [check], version: 0 })).toBe(true)
    expect(await kept.saveReadiness(...at, { checks: [], version: 0 })).toBe(false)
    expect(await kept.readiness(...at)).toEqual({ checks: [check], version: 1 })
    await kept.remove(credentials(1), null)
    expect(await kept.readiness(...at)).toEqual({ checks: [], version: 0 })
  })
})

describe('API keys in the store', () => {
  const key = (n: number, change: Partial<ApiKey> = {}): ApiKey => ({
    keyId: uuidAt(NOW, n),
    userId: USER,
    name: `Key ${n}`,
    scope: 'trade',
    secretHash: 'ab'.repeat(32),
    insertedAt: NOW + n,
    revokedAt: null,
    madeBy: null,
    ...change,
  })

  it('are found by id, listed by user, oldest first, and created once', async () => {
    const keys = apiKeyStore((await freshTable()).table)
    for (const n of [2, 1]) expect(await keys.create(key(n), await keys.ring(USER))).toBe('created')
    await keys.create(key(3, { userId: uuidAt(NOW, 99), scope: 'read' }), await keys.ring(uuidAt(NOW, 99)))
    expect(await keys.create(key(1), await keys.ring(USER))).toBe('exists')
    expect(await keys.get(uuidAt(NOW, 3))).toEqual(key(3, { userId: uuidAt(NOW, 99), scope: 'read' }))
    expect(await keys.get(uuidAt(NOW, 4))).toBeNull()
    expect(await keys.list(USER)).toEqual([key(1), key(2)])
  })

  it('are on the ring of their user until they are revoked, all or none, and keep the instant of it', async () => {
    const keys = apiKeyStore((await freshTable()).table)
    for (const n of [1, 2, 3])
      await keys.create(key(n, { madeBy: n === 3 ? uuidAt(NOW, 1) : null }), await keys.ring(USER))
    const ring = await keys.ring(USER)
    expect(await keys.onRing(ring)).toEqual([key(1), key(2), key(3, { madeBy: uuidAt(NOW, 1) })])
    const left = await keys.revoke([uuidAt(NOW, 1), uuidAt(NOW, 3)], ring, NOW + 50)
    expect(left).toEqual(await keys.ring(USER))
    expect(left?.keys).toEqual([{ keyId: uuidAt(NOW, 2), madeBy: null }])
    expect(await keys.get(uuidAt(NOW, 1))).toEqual(key(1, { revokedAt: NOW + 50 }))
  })

  it('are neither created nor revoked by who read an older ring', async () => {
    const keys = apiKeyStore((await freshTable()).table)
    const empty = await keys.ring(USER)
    await keys.create(key(1), empty)
    expect(await keys.create(key(2), empty)).toBe('changed')
    // The repeat of a finished request has read an older ring, and gets the key.
    expect(await keys.create(key(1), empty)).toBe('exists')
    expect(await keys.get(uuidAt(NOW, 2))).toBeNull()
    expect(await keys.revoke([uuidAt(NOW, 1)], empty, NOW)).toBeNull()
    expect(await keys.get(uuidAt(NOW, 1))).toEqual(key(1))
  })

  it('API keys that were revoked before there were rings are on none', async () => {
    const { table } = await freshTable()
    const keys = apiKeyStore(table)
    for (const n of [1, 2]) await keys.create(key(n), await keys.ring(USER))
    await keys.revoke([uuidAt(NOW, 1)], await keys.ring(USER), NOW + 50)
    await table.write([{ remove: keyRingKey(USER), expect: 'anything' }])
    expect((await keys.ring(USER)).keys).toEqual([{ keyId: uuidAt(NOW, 2), madeBy: null }])
  })

  it('may do all they could when they were created by an earlier version, which knew neither makers nor rings', async () => {
    const { table } = await freshTable()
    const keys = apiKeyStore(table)
    for (const n of [1, 2]) {
      await keys.create(key(n, { scope: n === 1 ? 'trade' : 'read' }), await keys.ring(USER))
      const { by: _, ...old } = (await table.get(apiKeyKey(uuidAt(NOW, n)))) ?? {}
      await table.write([{ put: { ...old, ...apiKeyKey(uuidAt(NOW, n)) }, expect: 'anything' }])
    }
    await table.write([{ remove: keyRingKey(USER), expect: 'anything' }])
    const ring = await keys.ring(USER)
    expect((await keys.onRing(ring)).map(({ scope }) => scope)).toEqual(['admin', 'read'])
    expect(await keys.create(key(3, { madeBy: uuidAt(NOW, 1) }), ring)).toBe('created')
    expect((await keys.ring(USER)).keys).toHaveLength(3)
  })
})
