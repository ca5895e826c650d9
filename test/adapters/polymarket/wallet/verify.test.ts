/** Wallets checked through the adapter at the simulated EXCHANGE_B. */

import { afterEach, describe, expect, it } from 'vitest'
import { ExchangeUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import { START } from '#simulators/test/polymarket/simulated.ts'
import { answerAlways } from '../../http/loopback-server.ts'
import { adapterFor, anySignal, type Desk, givenBy, openDesk } from '../desk.ts'

let desk: Desk

afterEach(() => desk.simulated.close())

describe('the check of a wallet', () => {
  const verify = (given: Record<string, string>) => desk.exchange.verify(given, anySignal())
  const answers = (path: string, body: unknown, status = 200, times = 1) =>
    desk.simulated.control('faults', { path, kind: 'status', status, body, times })

  it.each(['ann', 'bob', 'cleo', 'dan'] as const)(
    'has the exchange derive credentials for the wallet of %s, the same every time',
    async (as) => {
      desk = await openDesk({ as })
      const { account, privateKey, signatureType, funder } = desk.traders[as]
      const verified = await verify(givenBy(desk.traders[as]))
      expect(verified).toEqual({
        kind: 'valid',
        wallet: { relays: false, autoRedeem: false },
        exchangeAccount: account.address.toLowerCase(),
        publicPart: account.address,
        secrets: {
          private_key: privateKey,
          signature_type: String(signatureType),
          address: account.address,
          funder: expect.stringMatching(new RegExp(`^${funder}$`, 'i')),
          api_key: expect.stringMatching(/^[0-9a-f-]{36}$/),
          api_secret: expect.stringMatching(/\w/),
          api_passphrase: expect.stringMatching(/\w/),
        },
      })
      expect(await verify(givenBy(desk.traders[as]))).toEqual(verified)
    },
  )

  it('takes the key with or without 0x and space around it', async () => {
    desk = await openDesk()
    const { privateKey } = desk.traders.ann
    const bare = { private_key: ` ${privateKey.slice(2)}\n`, signature_type: '0' }
    expect(await verify(bare)).toEqual(await verify(givenBy(desk.traders.ann)))
  })

  it('names the field at fault in words that never hold the key, and asks the exchange nothing', async () => {
    desk = await openDesk()
    const good = givenBy(desk.traders.bob)
    const key = desk.traders.bob.privateKey.slice(2)
    await answers('', null, 500, 100)
    for (const [field, more] of [
      ['private_key', { private_key: `${key}00` }],
      ['private_key', { private_key: 'no key' }],
      ['signature_type', { signature_type: '4' }],
      ['funder_address', { funder_address: '0x12' }],
      ['funder_address', { signature_type: '0' }],
    ] as const) {
      const verified = await verify({ ...good, ...more })
      expect(verified).toMatchObject({ kind: 'invalid', field })
      expect(JSON.stringify(verified)).not.toContain(key)
    }
  })

  it('refuses in words what the exchange refuses', async () => {
    desk = await openDesk()
    const given = givenBy(desk.traders.ann)
    await answers('/auth/derive-api-key', { error: 'Invalid L1 Request headers' }, 401)
    expect(await verify(given)).toMatchObject({ kind: 'invalid', field: 'private_key' })
    await answers('/balance-allowance', { error: 'Unauthorized/Invalid api key' }, 401)
    expect(await verify(given)).toMatchObject({ kind: 'invalid', field: 'private_key' })
    await answers('/auth/derive-api-key', '<html>', 403)
    await expect(verify(given)).rejects.toThrow(/refuses all calls from here \(status 403\).*region/)
    await answers('/auth/', { error: 'wallet not allowed' }, 400, 2)
    expect(await verify(given)).toMatchObject({
      kind: 'invalid',
      reason: expect.stringContaining('wallet not allowed'),
    })
  })

  it.each([401, 404])(
    'blames neither wallet nor relayer key for a page of the front door: status %i',
    async (status) => {
      desk = await openDesk()
      const good = givenBy(desk.traders.bob)
      for (const [path, given] of [
        ['/auth/derive-api-key', good],
        ['/balance-allowance', good],
        ['/relayer/', { ...good, relayer_api_key: 'any-key' }],
      ] as const) {
        await desk.simulated.control('faults', { path, kind: 'status', status, door: 'html', times: 1 })
        await expect(verify(given)).rejects.toThrow(ExchangeUnavailable)
      }
    },
  )

  it('makes no guess when the exchange does not answer or makes no sense, and keeps the key to itself', async () => {
    desk = await openDesk()
    const given = givenBy(desk.traders.ann)
    for (const [path, status, body] of [
      ['/auth/derive-api-key', 503, null],
      ['/auth/derive-api-key', 200, { apiKey: '' }],
      ['/balance-allowance', 500, null],
      ['/balance-allowance', 200, { ok: true }],
    ] as const) {
      await answers(path, body, status)
      const failed = await verify(given).catch((error: unknown) => error)
      expect(failed).toBeInstanceOf(ExchangeUnavailable)
      expect(String(failed)).not.toContain(desk.traders.ann.privateKey.slice(2))
    }
    const nowhere = adapterFor({ clob: 'http://127.0.0.1:9', gamma: '', data: '', relayer: '', site: '' }, () => START)
    await expect(nowhere.verify(given, anySignal())).rejects.toThrow(ExchangeUnavailable)
  })

  it('never sends the key', async () => {
    desk = await openDesk()
    const server = await answerAlways(200, { apiKey: 'a', secret: 'c2VjcmV0', passphrase: 'p', balance: '0' })
    const exchange = adapterFor(
      { clob: server.url, gamma: server.url, data: server.url, relayer: server.url, site: server.url },
      () => START,
    )
    await exchange.verify(givenBy(desk.traders.dan), anySignal())
    await server.close()
    expect(server.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /auth/derive-api-key',
      'GET /balance-allowance?asset_type=COLLATERAL&signature_type=3',
    ])
    expect(JSON.stringify(server.requests).toLowerCase()).not.toContain(desk.traders.dan.privateKey.slice(2, 20))
  })
})
