/** A setting is what cdk.json or `-c` says, and a wrong one is refused by its name before anything is deployed. */

import { App } from 'aws-cdk-lib'
import { describe, expect, it } from 'vitest'
import { readSettings } from '#infra/settings.ts'
import { DEFAULT_SETTINGS } from '#lambda/environment.ts'

const read = (context: Record<string, unknown>) => readSettings(new App({ context }).node)

describe('the settings', () => {
  it('have the defaults of the service', () => {
    expect(read({})).toEqual({
      service: DEFAULT_SETTINGS,
      stageRatePerSecond: 50,
      stageBurst: 100,
      alarmEmail: '',
      logRetentionDays: 30,
    })
  })

  it('are the same as numbers in cdk.json and as texts on the command line', () => {
    expect(read({ marketSlippage: 0.05, stageBurst: 7, ratePerSecond: 3 })).toEqual(
      read({ marketSlippage: '0.05', stageBurst: '7', ratePerSecond: '3' }),
    )
  })

  it('without an address, an exchange is not traded', () => {
    const { EXCHANGE_A, EXCHANGE_B } = DEFAULT_SETTINGS.exchanges
    expect(read({ exchangeAUrl: '' }).service.exchanges).toEqual({ EXCHANGE_B })
    expect(read({ exchangeBClobUrl: '' }).service.exchanges).toEqual({ EXCHANGE_A })
  })

  it('a socket belongs to the environment of its exchange, unless a setting names another', () => {
    const socketAt = (context: Record<string, unknown>) => read(context).service.exchanges.EXCHANGE_A?.ws
    const demo = 'https://external-api.demo.kalshi.co/trade-api/v2'
    expect(socketAt({})).toBe('wss://external-api-ws.kalshi.com/trade-api/ws/v2')
    expect(socketAt({ exchangeAUrl: demo })).toBe('wss://external-api-ws.demo.kalshi.co/trade-api/ws/v2')
    expect(socketAt({ exchangeAUrl: 'https://exchange.example.com/v2' })).toBeUndefined()
    expect(socketAt({ exchangeAUrl: demo, exchangeAWsUrl: 'wss://sockets.example.com/v2' })).toBe(
      'wss://sockets.example.com/v2',
    )
  })

  it('without a socket address, an exchange is traded all the same', () => {
    const { EXCHANGE_B } = read({ exchangeBMarketWsUrl: '', exchangeBUserWsUrl: '' }).service.exchanges
    expect(Object.keys(EXCHANGE_B ?? {})).toEqual(['clob', 'gamma', 'data', 'relayer', 'site'])
  })

  it.each([
    ['marketSlippage', '2%'],
    ['marketSlippage', '1.5'],
    ['ratePerSecond', '0'],
    ['pollEveryS', '60'],
    ['stageBurst', 'many'],
    ['corsOrigin', '*'],
    ['corsOrigin', 'https://app.example.com/'],
    ['exchangeAUrl', 'http://exchange.example.com'],
    ['exchangeAUrl', 'https://exchange.example.com/'],
    ['exchangeBGammaUrl', 'gamma-api.polymarket.com'],
    ['exchangeAWsUrl', 'https://exchange.example.com/ws'],
    ['exchangeBUserWsUrl', 'ws://exchange.example.com'],
    ['alarmEmail', 'nobody'],
    ['logRetentionDays', -1],
  ])('%s cannot be %j', (name, value) => {
    expect(() => read({ [name]: value })).toThrow(`setting ${name}: `)
  })
})
