/** Files of `npm run sam`: every route leads to its bundle, every address is reachable from a container, and a deployment has its full name. */

import { connect, createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import { CONSUMERS } from '#functions/queues/consumers.ts'
import { queueOutput } from '#infra/queue-output.ts'
import { DEFAULT_SETTINGS, environmentOf } from '#lambda/environment.ts'
import { fromContainer, loopbackIn, startContainerBridge } from '#local/sam/container-bridge.ts'
import { deployedOutputs } from '#local/sam/deployed-outputs.ts'
import { deployedSettings } from '#local/sam/deployed-settings.ts'
import { samFunctions } from '#local/sam/sam-functions.ts'
import { samEnvironment, samTemplate } from '#local/sam/sam-template.ts'
import { declareLambdas } from '#local/stack/lambdas/declare-lambdas.ts'

const declared = declareLambdas()
const QUEUES = CONSUMERS.map(({ handler }) => handler.spec.queue)

const deployment = {
  stage: '',
  tableName: 'trading',
  vaultKeyId: 'key',
  catalogueBucket: 'catalogue',
  streams: { url: '', endpoint: '' },
  apiUrl: 'http://127.0.0.1:3000',
  queueUrls: Object.fromEntries(QUEUES.map((queue) => [queue, `http://127.0.0.1:9324/queue/${queue}`])) as never,
  settings: DEFAULT_SETTINGS,
}
const samOnes = samFunctions(declared, '/bundles', (spec) => ({
  AWS_REGION: 'us-east-1',
  AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:8000',
  ...environmentOf(spec, deployment),
}))
const template = samTemplate(samOnes, 'arm64')

interface SamFunction {
  readonly Type: string
  readonly Properties: {
    readonly CodeUri: string
    readonly Environment: { readonly Variables: Readonly<Record<string, string>> }
    readonly Events?: Readonly<
      Record<string, { readonly Properties: { readonly Method?: string; readonly Path?: string } }>
    >
  }
}
const functions = Object.entries(template.Resources as unknown as Record<string, SamFunction>).filter(
  ([, { Type }]) => Type === 'AWS::Serverless::Function',
)

describe('the template', () => {
  it('has each route once, and one function that takes the rest', () => {
    const routes = functions.flatMap(([, { Properties }]) =>
      Object.values(Properties.Events ?? {}).map(
        ({ Properties: { Method, Path } }) => `${Method ?? ''} ${Path ?? '$default'}`,
      ),
    )
    const requested = [...declared.routes, ...declared.wrongMethods].map(({ method, path }) => `${method} ${path}`)
    expect(routes.toSorted()).toEqual([...requested, ' $default'].sort())
  })

  it('runs each endpoint, consumer and schedule from its own bundle', () => {
    expect(functions.map(([, { Properties }]) => Properties.CodeUri).toSorted()).toEqual(
      [...declared.routes, declared.defaultRoute, ...declared.consumers, ...declared.schedules]
        .map(({ name }) => `/bundles/${name}`)
        .sort(),
    )
  })

  it('names each variable, because SAM hands over no other, and none that Lambda reserves', () => {
    const values = samEnvironment(samOnes, fromContainer)
    for (const [id, { Properties }] of functions) {
      expect(Object.keys(Properties.Environment.Variables), id).toEqual(Object.keys(values[id] ?? {}))
      expect(Object.keys(values[id] ?? {}).filter((name) => /^AWS_(?!ENDPOINT_URL)/.test(name))).toEqual([])
    }
    expect(values['PlaceOrder']).toMatchObject({
      FUNCTION_NAME: 'place-order',
      TABLE_NAME: 'trading',
      QUEUE_URL_EXECUTE_ORDER: 'http://host.docker.internal:9324/queue/execute-order',
      AWS_ENDPOINT_URL_DYNAMODB: 'http://host.docker.internal:8000',
    })
  })
})

describe('addresses', () => {
  it('addresses of the loopback become addresses of the host; others stay', () => {
    expect(fromContainer('http://127.0.0.1:4566/queue')).toBe('http://host.docker.internal:4566/queue')
    expect(fromContainer('http://127.77.3.9:8000')).toBe('http://host.docker.internal:8000')
    expect(fromContainer('ws://localhost:9000/ws')).toBe('ws://host.docker.internal:9000/ws')
    for (const other of ['https://clob.polymarket.com', 'http://127.0.0.1.example.com/', '127.0.0.1', 'trading'])
      expect(fromContainer(other)).toBe(other)
  })

  it('name the ports that containers need, each once', () => {
    const values = ['http://127.0.0.1:8000', 'http://localhost:8000/x', 'ws://127.0.0.1:9001/ws', 'trading']
    expect(loopbackIn([...values, 'http://127.77.3.9:8001'])).toEqual([
      { host: '127.0.0.1', port: 8000 },
      { host: '127.0.0.1', port: 9001 },
      { host: '127.77.3.9', port: 8001 },
    ])
  })
})

describe('the bridge', () => {
  const HOST = '127.77.3.9'
  const receivedAt = (address: string, port: number, localAddress: string): Promise<string> =>
    new Promise((resolve) => {
      let text = ''
      connect({ host: address, port, localAddress })
        .on('data', (chunk) => {
          text += String(chunk)
        })
        .on('error', () => undefined)
        .on('close', () => resolve(text))
    })

  const withBridge = async (address: string | undefined, act: (port: number) => Promise<void>): Promise<void> => {
    const server = createServer((socket) => socket.end('hello from the loopback'))
    const port = await new Promise<number>((resolve) => {
      server.listen(0, HOST, () => resolve((server.address() as { readonly port: number }).port))
    })
    const bridge = await startContainerBridge([{ host: HOST, port }], address)
    try {
      await act(port)
    } finally {
      bridge.stop()
      server.close()
    }
  }

  it('passes a port on from the network of containers to the loopback', () =>
    withBridge('127.0.0.2', async (port) => {
      expect(await receivedAt('127.0.0.2', port, '127.0.0.3')).toBe('hello from the loopback')
    }))

  it('passes nothing on for this machine itself, whose pages and users could call it there', () =>
    withBridge('127.0.0.2', async (port) => {
      expect(await receivedAt('127.0.0.2', port, '127.0.0.2')).toBe('')
    }))

  it('also passes on what does not listen where Docker Desktop calls', () =>
    withBridge(undefined, async (port) => {
      expect(await receivedAt('127.0.0.1', port, '127.0.0.1')).toBe('hello from the loopback')
    }))
})

describe('a deployment', () => {
  const outputs = {
    TableName: 'TradingData-table-1',
    VaultKeyArn: 'arn:aws:kms:eu-west-1:123456789012:key/1',
    CatalogueBucket: 'bucket',
    StreamAddress: 'wss://streams.example/live',
    ...Object.fromEntries(QUEUES.map((queue) => [queueOutput(queue), `https://sqs.example.com/${queue}`])),
  }
  const expected = {
    tableName: 'TradingData-table-1',
    vaultKeyId: 'arn:aws:kms:eu-west-1:123456789012:key/1',
    catalogueBucket: 'bucket',
    streams: { url: 'wss://streams.example/live', endpoint: 'https://streams.example/live' },
    apiUrl: 'http://127.0.0.1:3000',
    queueUrls: Object.fromEntries(QUEUES.map((queue) => [queue, `https://sqs.example.com/${queue}`])),
  }

  it('is read from the outputs file of the CDK, also of a stage', () => {
    const file = { 'live-TradingData': outputs, 'live-TradingApi': { Address: 'https://example.com' } }
    expect(deployedOutputs(JSON.stringify(file), QUEUES)).toEqual(expected)
  })

  it('is read from what CloudFormation describes', () => {
    const described = Object.entries(outputs).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue }))
    expect(deployedOutputs(JSON.stringify(described), QUEUES)).toEqual(expected)
  })

  const { EXCHANGE_A } = DEFAULT_SETTINGS.exchanges
  const traded = { ...outputs, Accounts: 'production', Exchanges: JSON.stringify({ EXCHANGE_A }) }
  const here = { service: { ...DEFAULT_SETTINGS, accounts: 'demo', marketSlippage: '0.05' }, stage: 'other' } as const

  it('keeps its accounts and exchanges, whatever cdk.json says: its table belongs to them', () => {
    const file = JSON.stringify({ 'live-TradingData': traded })
    expect(deployedSettings(file, here)).toEqual({
      stage: 'live',
      settings: { ...here.service, accounts: 'production', exchanges: { EXCHANGE_A } },
    })
    expect(deployedSettings(JSON.stringify({ TradingData: traded }), here).stage).toBe('')
  })

  it('without accounts in its outputs is refused: it is of a version before', () => {
    expect(() => deployedSettings(JSON.stringify({ TradingData: outputs }), here)).toThrow(
      'The outputs have no Accounts or no Exchanges. Deploy this version',
    )
  })

  it.each([
    ['{"TradingData": {"TableName": "t"}}', 'The outputs have no VaultKeyArn.'],
    ['{"Other": {}}', 'These are no outputs of a deployment.'],
    ['no JSON', 'The file of outputs is no JSON.'],
  ])('%s is refused in words', (text, words) => {
    expect(() => deployedOutputs(text, QUEUES)).toThrow(words)
  })
})
