/** A setting is what cdk.json or `-c` says, and a wrong one is refused by its name before anything is deployed. */

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contextNode } from '#infra/settings/context-node.ts'
import { readSettings } from '#infra/settings/read-settings.ts'
import { DEFAULT_SETTINGS } from '#lambda/environment.ts'
import { inThisRun } from '#test/support/run/plays.ts'

const read = (context: Record<string, unknown>, region?: string) => readSettings(contextNode(context), region)
const production = (context: Record<string, unknown> = {}, region?: string) =>
  read({ accounts: 'production', ...context }, region)
const demo = (context: Record<string, unknown> = {}, region?: string) => read({ accounts: 'demo', ...context }, region)

describe('the settings', () => {
  it('by default trade play money on the real markets of both exchanges', () => {
    expect(read({}).service).toEqual({ ...DEFAULT_SETTINGS, accounts: 'paper' })
  })

  it('with demo accounts trade EXCHANGE_A with play money, and EXCHANGE_B not at all', () => {
    const { service, ...others } = demo({}, 'eu-west-1')
    expect(service.accounts).toBe('demo')
    expect(service.exchanges).toEqual({
      EXCHANGE_A: {
        api: 'https://external-api.demo.kalshi.co/trade-api/v2',
        ws: 'wss://external-api-ws.demo.kalshi.co/trade-api/ws/v2',
      },
    })
    expect(others).toEqual({
      stage: '',
      region: 'eu-west-1',
      stageRatePerSecond: 8,
      stageBurst: 200,
      consumerConcurrency: null,
      alarmEmail: '',
      monthlyBudget: null,
      logRetentionDays: 30,
      recordingDays: 30,
      adopted: { table: '', key: '', bucket: '' },
      domain: null,
    })
  })

  it('trade both exchanges with real money by one word', () => {
    expect(production().service).toEqual({ ...DEFAULT_SETTINGS, accounts: 'production' })
  })

  it.each(['exchangeAUrl', 'exchangeBClobUrl'])('with demo accounts refuse a host with real money in %s', (setting) => {
    const { EXCHANGE_A, EXCHANGE_B } = DEFAULT_SETTINGS.exchanges
    const address = setting === 'exchangeAUrl' ? EXCHANGE_A?.api : EXCHANGE_B?.clob
    const others = { exchangeBGammaUrl: 'https://b.example.com', exchangeBDataUrl: 'https://b.example.com' }
    const rest = { exchangeBRelayerUrl: 'https://b.example.com', exchangeBSiteUrl: 'https://b.example.com' }
    expect(() => demo({ ...others, ...rest, [setting]: address })).toThrow(
      `setting ${setting}: ${address} trades real money, and accounts is "demo". Remove the address, or set accounts to "production".`,
    )
  })

  it.each([
    ['marketSlipage', 'marketSlippage'],
    ['alarmMail', 'alarmEmail'],
    ['Stage', 'stage'],
    ['exchangeBCLOBUrl', 'exchangeBClobUrl'],
  ])('%s is refused, because %s was probably meant', (given, meant) => {
    expect(() => read({ [given]: '0.03' })).toThrow(
      `setting ${given}: there is none of this name. Did you mean ${meant}? docs/deploy.md lists all.`,
    )
  })

  it.each([
    [
      'exchanges',
      'it was replaced by accounts. For "demo" write accounts "demo", for "production" write accounts "production".',
    ],
    ['workSpread', 'it was removed: due work always has 16 partitions.'],
    ['restWhenIdle', 'it was removed: all queues are always read. Remove it.'],
  ])('%s of an earlier version is refused with a sentence that says that it was removed', (name, sentence) => {
    expect(() => read({ [name]: '1' })).toThrow(`setting ${name}: ${sentence}`)
  })

  it('settings of the CDK itself are not settings of the service', () => {
    expect(() => read({ '@aws-cdk/core:newStyleStackSynthesis': true, 'aws:cdk:bundling-stacks': [] })).not.toThrow()
  })

  it.each([
    ['us-east-1', 'the United States'],
    ['ca-west-1', 'Canada'],
    ['eu-west-2', 'the United Kingdom'],
    ['eu-central-1', 'Germany'],
    ['ap-southeast-2', 'Australia'],
  ])('refuse %s for EXCHANGE_B, which takes no new positions from %s', (region, country) => {
    expect(() => production({}, region)).toThrow(`region ${region} is in ${country}. From there EXCHANGE_B`)
    expect(() => production({ exchangeBClobUrl: '' }, region)).not.toThrow()
    expect(() => demo({}, region)).not.toThrow()
    // Paper accounts send no order.
    expect(() => read({}, region)).not.toThrow()
  })

  it.each(['eu-west-1', 'ap-northeast-1', 'eu-central-2'])('let EXCHANGE_B be traded from %s', (region) => {
    expect(production({}, region).service.exchanges.EXCHANGE_B).toBeDefined()
  })

  it('a domain and its certificate come together', () => {
    const domainCertificate = 'arn:aws:acm:eu-west-1:123456789012:certificate/0a1b'
    expect(read({ domainName: 'trade.example.com', domainCertificate }).domain).toEqual({
      name: 'trade.example.com',
      certificate: domainCertificate,
    })
    expect(() => read({ domainName: 'trade.example.com' })).toThrow('needs domainCertificate')
    expect(() => read({ domainCertificate })).toThrow('needs domainName')
  })

  it('without any exchange are refused', () => {
    expect(() => read({ exchangeAUrl: '', exchangeBClobUrl: '' })).toThrow(
      'setting exchangeAUrl: both exchanges are left out',
    )
    expect(() => demo({ exchangeAUrl: '' })).toThrow('both exchanges are left out')
  })

  it('refuse a certificate or a key of another region before anything is deployed', () => {
    const domainCertificate = 'arn:aws:acm:us-east-1:123456789012:certificate/0a1b'
    const domain = { domainName: 'trade.example.com', domainCertificate }
    expect(() => read(domain, 'eu-west-1')).toThrow(
      'setting domainCertificate: this certificate is in us-east-1, and the deployment is in eu-west-1. Use a certificate of eu-west-1, or deploy to us-east-1 (AWS_REGION=us-east-1).',
    )
    expect(() => read({ adoptKey: 'arn:aws:kms:us-east-1:123456789012:key/0a1b' }, 'eu-west-1')).toThrow(
      'setting adoptKey: this key is in us-east-1',
    )
    expect(read(domain, 'us-east-1').domain).not.toBeNull()
    // Without a region of the terminal, CloudFormation decides.
    expect(read(domain).domain).not.toBeNull()
  })

  it('several web origins have commas between them', () => {
    expect(read({ corsOrigin: 'https://a.example.com,http://localhost:5173' }).service.corsOrigin).toBe(
      'https://a.example.com,http://localhost:5173',
    )
  })

  it('are the same as numbers in cdk.json and as texts on the command line', () => {
    expect(read({ marketSlippage: 0.05, stageBurst: 7, ratePerSecond: 3 })).toEqual(
      read({ marketSlippage: '0.05', stageBurst: '7', ratePerSecond: '3' }),
    )
  })

  it('without an address, an exchange is not traded', () => {
    const { EXCHANGE_A, EXCHANGE_B } = DEFAULT_SETTINGS.exchanges
    expect(production({ exchangeAUrl: '' }).service.exchanges).toEqual({ EXCHANGE_B })
    expect(production({ exchangeBClobUrl: '' }).service.exchanges).toEqual({ EXCHANGE_A })
  })

  it('a socket belongs to the environment of its exchange, unless a setting names another', () => {
    const socketAt = (context: Record<string, unknown>) => production(context).service.exchanges.EXCHANGE_A?.ws
    const demo = 'https://external-api.demo.kalshi.co/trade-api/v2'
    expect(socketAt({})).toBe('wss://external-api-ws.kalshi.com/trade-api/ws/v2')
    expect(socketAt({ exchangeAUrl: demo })).toBe('wss://external-api-ws.demo.kalshi.co/trade-api/ws/v2')
    expect(socketAt({ exchangeAUrl: 'https://exchange.example.com/v2' })).toBeUndefined()
    expect(socketAt({ exchangeAUrl: demo, exchangeAWsUrl: 'wss://sockets.example.com/v2' })).toBe(
      'wss://sockets.example.com/v2',
    )
  })

  it('without a socket address, an exchange is traded all the same', () => {
    const { EXCHANGE_B } = production({ exchangeBMarketWsUrl: '', exchangeBUserWsUrl: '' }).service.exchanges
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
    ['logRetentionDays', 31],
    ['accounts', 'prod'],
    ['accounts', 'simulated'],
    ['stage', 'my-stage'],
    ['stage', 'averylongstage'],
    ['stage', null],
    ['alarmEmail', ['me@example.com']],
    ['consumerConcurrency', '1'],
    ['monthlyBudget', '9.50'],
    ['adoptTable', 'a b'],
    ['adoptKey', 'alias/vault'],
    ['adoptBucket', 'Bucket'],
    ['adoptBucket', 'my.bucket'],
    ['domainName', 'localhost'],
    ['domainCertificate', 'certificate/1'],
    ['corsOrigin', 'https://a.example.com, https://b.example.com'],
  ])('%s cannot be %j', (name, value) => {
    expect(() => read({ [name]: value })).toThrow(new RegExp(`^setting ${name}: .* will not do\\. It is `))
  })
})

describe('messages of cdk about an invalid setting', () => {
  let outdir = ''
  beforeAll(() => {
    outdir = mkdtempSync(join(tmpdir(), 'cdk-'))
  })
  afterAll(() => rmSync(outdir, { recursive: true, force: true }))

  const refused: [string, object, string][] = [
    [
      'a refused region',
      { accounts: 'production' },
      'region us-east-1 is in the United States. From there EXCHANGE_B takes only orders that close positions. ',
    ],
    [
      'a misspelt one',
      { acounts: 'demo' },
      'setting acounts: there is none of this name. Did you mean accounts? docs/deploy.md lists all.',
    ],
    ['a wrong value', { stage: 'my-stage' }, 'setting stage: "my-stage" will not do. '],
  ]
  // The refusals are tested above. Each process loads the CDK, which takes seconds.
  const tried = inThisRun({ usual: refused.slice(0, 1), long: refused })
  it.each(tried)('is one sentence for %s, and nothing is built', (_what, context, words) => {
    const reported = { CDK_DEFAULT_REGION: 'us-east-1', CDK_CONTEXT_JSON: JSON.stringify(context), CDK_OUTDIR: outdir }
    const env = { ...process.env, ...reported }
    const { status, stdout, stderr } = spawnSync(process.execPath, ['infra/app.ts'], { env, encoding: 'utf8' })
    expect(stderr.startsWith(words), stderr).toBe(true)
    expect({ status, stdout, lines: stderr.trimEnd().split('\n').length }).toEqual({ status: 1, stdout: '', lines: 1 })
  })
})
