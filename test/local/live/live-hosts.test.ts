/** The live exchanges have their public addresses, unless variables name others. */

import { describe, expect, it } from 'vitest'
import { DEFAULT_SETTINGS } from '#lambda/environment.ts'
import { liveHosts, variableOf } from '#local/live/live-hosts.ts'
import { EXCHANGE_HOSTS } from '#ports/exchanges/exchange-addresses.ts'

describe('the hosts of live markets', () => {
  it('are the public ones for paper and production accounts', () => {
    expect(liveHosts('paper', {})).toEqual(DEFAULT_SETTINGS.exchanges)
    expect(liveHosts('production', {})).toEqual(DEFAULT_SETTINGS.exchanges)
  })

  it('are the demo environment of EXCHANGE_A for demo accounts, without EXCHANGE_B, which has none', () => {
    const { api, ws } = EXCHANGE_HOSTS.EXCHANGE_A
    expect(liveHosts('demo', {})).toEqual({ EXCHANGE_A: { api: api.demoAddress, ws: ws.demoAddress } })
  })

  it('are the addresses of the variables, which are named as the settings of a deployment', () => {
    expect(variableOf('exchangeBMarketWsUrl')).toBe('EXCHANGE_B_MARKET_WS_URL')
    const hosts = liveHosts('paper', {
      EXCHANGE_A_URL: 'http://127.0.0.1:9/',
      EXCHANGE_A_WS_URL: 'ws://localhost:9/ws',
    })
    expect(hosts.EXCHANGE_A).toEqual({ api: 'http://127.0.0.1:9', ws: 'ws://localhost:9/ws' })
    expect(hosts.EXCHANGE_B).toEqual(DEFAULT_SETTINGS.exchanges.EXCHANGE_B)
  })

  it('have no socket of production beside another address: prices are then polled', () => {
    expect(liveHosts('production', { EXCHANGE_A_URL: 'https://elsewhere.example' }).EXCHANGE_A).toEqual({
      api: 'https://elsewhere.example',
    })
  })

  it('refuse an address of real money with demo accounts', () => {
    const { publicAddress } = EXCHANGE_HOSTS.EXCHANGE_A.api
    expect(() => liveHosts('demo', { EXCHANGE_A_URL: publicAddress })).toThrow('Demo accounts may not use it.')
    expect(() => liveHosts('production', { EXCHANGE_A_URL: publicAddress })).not.toThrow()
  })

  it.each([
    ['EXCHANGE_A_URL', 'elsewhere', 'EXCHANGE_A_URL is "elsewhere", which is no address. It begins with https://'],
    ['EXCHANGE_A_WS_URL', 'https://elsewhere', 'It begins with wss://'],
    ['EXCHANGE_A_URL', 'http://elsewhere.example', 'Only addresses of this machine may do without https://'],
  ])('refuse %s=%s in words', (variable, address, words) => {
    expect(() => liveHosts('paper', { [variable]: address })).toThrow(words)
  })
})
