import { createHash, createHmac } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { type ClientRequest, createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb'
import { DecryptCommand, KMSClient } from '@aws-sdk/client-kms'
import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { AwsRefusal } from '#adapters/aws/aws-refusal.ts'
import { jsonService } from '#adapters/aws/json-service.ts'

interface Heard {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const CREDENTIALS = { accessKeyId: 'AKID', secretAccessKey: 'secret', sessionToken: 'token/+=' }
const REGION = 'eu-west-1'
interface Place {
  readonly endpoint: string
  readonly region: string
  readonly credentials: typeof CREDENTIALS
}
let server: Server | null = null

/** A service that answers each request so; what it hears is kept. */
const serviceThat = async (answer: (response: ServerResponse) => void) => {
  const heard: Heard[] = []
  const listening = createServer((request: IncomingMessage, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const headers = request.headers as Record<string, string>
      const body = Buffer.concat(chunks).toString()
      heard.push({ method: request.method ?? '', path: request.url ?? '', headers, body })
      answer(response)
    })
  })
  server = listening
  listening.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const address = listening.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { heard, endpoint: `http://127.0.0.1:${port}/some/path/` }
}

const answering = (status: number, text: string) =>
  serviceThat((response) => response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(text))

afterEach(() => {
  server?.closeAllConnections()
  server?.close()
  server = null
})

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** The signature of what was heard, as AWS documents it (Signature Version 4), made without the SDK. */
const signatureOf = ({ method, path, headers, body }: Heard, service: string): string => {
  const [, signed = ''] = /SignedHeaders=([^,]*)/.exec(headers['authorization'] ?? '') ?? []
  const lines = signed.split(';').map((name) => `${name}:${headers[name]}\n`)
  const canonical = [method, path, '', lines.join(''), signed, sha256(body)].join('\n')
  const at = headers['x-amz-date'] ?? ''
  const scope = [at.slice(0, 8), REGION, service, 'aws4_request']
  const key = scope.reduce<string | Buffer>(hmac, `AWS4${CREDENTIALS.secretAccessKey}`)
  return hmac(key, ['AWS4-HMAC-SHA256', at, scope.join('/'), sha256(canonical)].join('\n')).toString('hex')
}

describe('a service of AWS that speaks JSON', () => {
  const ITEM = { pk: { S: 'Zürich ✓' }, n: { N: '1' }, no: { NULL: true } } as const
  const SEALED = Buffer.from('sealed').toString('base64')
  const ENTRIES = [{ Id: '0', MessageBody: '{"ä":1}', MessageGroupId: 'g' }]
  it.each([
    {
      service: 'dynamodb' as const,
      operation: 'PutItem',
      input: { TableName: 't', Item: { ...ITEM, by: { B: SEALED } } },
      sdk: (place: Place) => {
        const Item = { ...ITEM, by: { B: Buffer.from('sealed') } }
        return new DynamoDBClient(place).send(new PutItemCommand({ TableName: 't', Item }))
      },
    },
    {
      service: 'sqs' as const,
      operation: 'SendMessageBatch',
      input: { QueueUrl: 'https://sqs/1/q', Entries: ENTRIES },
      sdk: (place: Place) =>
        new SQSClient(place).send(new SendMessageBatchCommand({ QueueUrl: 'https://sqs/1/q', Entries: ENTRIES })),
    },
    {
      service: 'kms' as const,
      operation: 'Decrypt',
      input: { KeyId: 'k', CiphertextBlob: SEALED, EncryptionContext: { user: 'u' } },
      sdk: (place: Place) =>
        new KMSClient(place).send(
          new DecryptCommand({
            KeyId: 'k',
            CiphertextBlob: Buffer.from('sealed'),
            EncryptionContext: { user: 'u' },
          }),
        ),
    },
  ])(
    'is asked as the client of the SDK asks $service, and every word of it is signed',
    async ({ service, operation, input, sdk }) => {
      const { heard, endpoint } = await answering(200, '{}')
      const place = { endpoint, region: REGION, credentials: CREDENTIALS }
      await jsonService(service, place).call(operation, input)
      await sdk(place)
      const [ours, theirs] = heard
      if (ours === undefined || theirs === undefined) throw new Error('both were to be heard')
      const asked = ({ method, path, headers, body }: Heard) => ({
        method,
        path,
        body: JSON.parse(body) as unknown,
        type: headers['content-type'],
        target: headers['x-amz-target'],
        length: headers['content-length'],
        token: headers['x-amz-security-token'],
      })
      expect(asked(ours)).toEqual(asked(theirs))
      for (const one of [ours, theirs]) {
        expect(one.headers['authorization']).toContain(`Signature=${signatureOf(one, service)}`)
        expect(one.headers['authorization']).toMatch(/SignedHeaders=[^,]*host;[^,]*x-amz-security-token;x-amz-target/)
      }
    },
  )

  it('is reached in the region, with the keys that Lambda has set', async () => {
    const seen: string[] = []
    const hear = (message: unknown): void => {
      const { request } = message as { readonly request: ClientRequest }
      seen.push(`${request.protocol}//${request.host}${request.path} ${String(request.getHeader('authorization'))}`)
      request.destroy(new Error('not sent'))
    }
    subscribe('http.client.request.created', hear)
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'OF-THE-ROLE').stubEnv('AWS_SECRET_ACCESS_KEY', 'secret')
    try {
      for (const region of ['eu-west-1', 'cn-north-1'])
        await expect(jsonService('kms', { region }).call('Decrypt', {})).rejects.toThrow('not sent')
    } finally {
      unsubscribe('http.client.request.created', hear)
      vi.unstubAllEnvs()
    }
    expect(seen).toEqual([
      expect.stringMatching(/^https:\/\/kms\.eu-west-1\.amazonaws\.com\/ .*OF-THE-ROLE\/\d+\/eu-west-1\/kms/),
      expect.stringMatching(/^https:\/\/kms\.cn-north-1\.amazonaws\.com\.cn\/ .*OF-THE-ROLE\/\d+\/cn-north-1\/kms/),
    ])
  })

  it('tells a refusal by the kind, the words and all that the service says', async () => {
    const told = {
      __type: 'com.amazonaws.dynamodb.v20120810#ThrottlingException',
      message: 'slow down',
      Item: { a: 1 },
    }
    const { endpoint } = await answering(400, JSON.stringify(told))
    const call = jsonService('dynamodb', { endpoint, region: REGION, credentials: CREDENTIALS }).call('GetItem', {})
    await expect(call).rejects.toBeInstanceOf(AwsRefusal)
    await expect(call).rejects.toMatchObject({
      name: 'ThrottlingException',
      message: 'dynamodb GetItem: slow down',
      status: 400,
      told,
    })
  })

  it.each([
    [502, '<html>Bad gateway</html>', 'InternalServerError'],
    [500, '{}', 'InternalServerError'],
    [403, '', 'UnreadableAnswer'],
    [200, '{"Item":', 'UnreadableAnswer'],
    [200, 'null', 'UnreadableAnswer'],
  ])('takes %i with %j for no answer: %s', async (status, text, name) => {
    const { endpoint } = await answering(status, text)
    const call = jsonService('sqs', { endpoint, region: REGION, credentials: CREDENTIALS }).call('SendMessage', {})
    await expect(call).rejects.toMatchObject({ name, status })
  })

  it('fails when the connection breaks in the middle of an answer', async () => {
    const { endpoint } = await serviceThat((response) => {
      response.writeHead(200, { 'content-length': 100 }).write('{"Item":')
      setImmediate(() => response.destroy())
    })
    const call = jsonService('dynamodb', { endpoint, region: REGION, credentials: CREDENTIALS }).call('GetItem', {})
    await expect(call).rejects.toMatchObject({ code: 'ECONNRESET' })
  })

  it('gives up when no answer begins in time', async () => {
    const { endpoint } = await serviceThat(() => undefined)
    const place = { endpoint, region: REGION, credentials: CREDENTIALS }
    await expect(jsonService('kms', place, 50).call('Decrypt', {})).rejects.toMatchObject({ name: 'TimeoutError' })
  })
})
