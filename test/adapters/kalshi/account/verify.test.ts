/** Credentials checked through the adapter at the simulated EXCHANGE_A. */

import { afterEach, describe, expect, it } from 'vitest'
import { ExchangeUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import { BOB, START } from '#simulators/test/kalshi/simulated.ts'
import { ACCOUNT, adapterFor, anySignal, type Desk, openDesk, someOrder, toSend } from '../desk.ts'

let desk: Desk

afterEach(() => desk.simulated.close())

describe('the check of credentials', () => {
  const verify = (more: Record<string, string>) => desk.exchange.verify({ ...ACCOUNT.secrets, ...more }, anySignal())
  const answers = (path: string, body: unknown, status = 200) =>
    desk.simulated.control('faults', { method: 'GET', path, kind: 'status', status, body, times: 1 })

  it('takes good ones and says which account they open, the same for all its keys', async () => {
    desk = await openDesk()
    await answers('/communications/id', { communications_id: 'ann-at-the-exchange' })
    expect(await verify({ api_key_id: ` ${ACCOUNT.secrets['api_key_id']} ` })).toEqual({
      kind: 'valid',
      exchangeAccount: 'ann-at-the-exchange',
      publicPart: 'ann-key',
      secrets: ACCOUNT.secrets,
    })
  })

  it('distinguishes a key locked to one of the exchange’s subaccounts from the others', async () => {
    desk = await openDesk()
    const locked = (subaccount: number | null) =>
      answers('/api_keys', { api_keys: [{ api_key_id: 'ann-key', scopes: ['read', 'write'], subaccount }] })
    const accounts: string[] = []
    for (const subaccount of [null, 0, 5]) {
      await locked(subaccount)
      await answers('/communications/id', { communications_id: 'ann' })
      const verified = await verify({})
      accounts.push(verified.kind === 'valid' ? verified.exchangeAccount : verified.reason)
    }
    expect(accounts).toEqual(['ann', 'ann', 'ann/5'])
  })

  it('names the field at fault, in words', async () => {
    desk = await openDesk()
    expect(await verify({ private_key: 'not a key' })).toMatchObject({ kind: 'invalid', field: 'private_key' })
    expect(await verify({ api_key_id: 'not an id\nx' })).toMatchObject({ kind: 'invalid', field: 'api_key_id' })
    expect(await verify({ api_key_id: 'nobody' })).toMatchObject({
      field: 'api_key_id',
      reason: expect.stringContaining('does not know'),
    })
    expect(await verify({ api_key_id: BOB.apiKeyId })).toMatchObject({
      field: 'private_key',
      reason: expect.stringContaining('does not belong'),
    })
  })

  it.each([[['read']], [['read', 'write::transfer']], [['write::trade']]])(
    'refuses a key whose scopes are %j',
    async (scopes) => {
      desk = await openDesk()
      await answers('/api_keys', { api_keys: [{ api_key_id: 'ann-key', scopes }] })
      expect(await verify({})).toMatchObject({ field: 'api_key_id', reason: expect.stringContaining('write::trade') })
    },
  )

  it('takes a key that may not list keys if it may read, and says the same account every time', async () => {
    desk = await openDesk()
    const seen: unknown[] = []
    for (let nth = 0; nth < 2; nth += 1) {
      await answers('/api_keys', { error: { code: 'forbidden' } }, 403)
      await answers('/communications/id', null, 404)
      seen.push(await verify({}))
      await desk.placed(toSend(someOrder(), START, nth + 1))
    }
    expect(seen[0]).toMatchObject({ kind: 'valid' })
    expect(seen[1]).toEqual(seen[0])
  })

  it('does not blame the key where the API is not at its address', async () => {
    desk = await openDesk()
    await answers('/api_keys', '404 page not found', 404)
    await expect(verify({})).rejects.toThrow(/API is not at the address it was asked at/)
    for (const path of ['/api_keys', '/portfolio/balance']) await answers(path, { error: { code: 'forbidden' } }, 403)
    expect(await verify({})).toMatchObject({ field: 'api_key_id', reason: expect.stringContaining('write::trade') })
  })

  it.each([401, 404])('blames no key for a page of the front door: status %i', async (status) => {
    desk = await openDesk()
    const page = { method: 'GET', path: '/api_keys', kind: 'status', status, door: 'html', times: 1 }
    await desk.simulated.control('faults', page)
    await expect(verify({})).rejects.toThrow(ExchangeUnavailable)
    await desk.simulated.control('faults', page)
    expect(await desk.exchange.readiness(ACCOUNT, anySignal())).toContainEqual(
      expect.objectContaining({ check: 'rights', ok: null }),
    )
  })

  it('makes no guess when the exchange does not answer or refuses our clock', async () => {
    desk = await openDesk()
    for (const path of ['/api_keys', '/communications/id']) {
      await answers(path, null, 503)
      await expect(verify({})).rejects.toThrow(ExchangeUnavailable)
    }
    const late = adapterFor(desk.simulated.simulator.url, () => START - 90_000)
    await expect(late.verify(ACCOUNT.secrets, anySignal())).rejects.toThrow(/clock/)
  })
})
