import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { AwsRefusal, AwsUnreachable } from '#adapters/aws/aws-errors.ts'
import { type AwsOptions, openJsonService } from '#adapters/aws/json-service.ts'

const API = { service: 'dynamodb', target: 'DynamoDB_20120810', version: '1.0' } as const
const CREDENTIALS = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG', sessionToken: 'a/token=' }

interface Received {
  readonly request: IncomingMessage
  readonly body: string
}

let close = async (): Promise<void> => undefined
afterEach(() => close())

/** A service on this machine that answers every call with that status and text. */
const answering = async (status: number, text: string) => {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    received.push({ request, body: Buffer.concat(chunks).toString() })
    response.writeHead(status).end(text)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  close = async () => {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  }
  const address = server.address()
  const endpoint = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  return { received, endpoint, options: { endpoint, region: 'eu-west-1', credentials: CREDENTIALS } }
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The signature of a request as it arrived, by the steps of AWS's "Create a signed AWS API request". */
const signatureOf = ({ request, body }: Received): string => {
  const [, day = '', region = '', names = ''] =
    /Credential=AKIDEXAMPLE\/(\d{8})\/([\w-]+)\/dynamodb\/aws4_request, SignedHeaders=([\w;-]+), /.exec(
      request.headers.authorization ?? '',
    ) ?? []
  const headers = names.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}`)
  const canonical = [request.method, request.url, '', ...headers, '', names, sha256(body)].join('\n')
  const scope = `${day}/${region}/dynamodb/aws4_request`
  const text = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, sha256(canonical)].join('\n')
  const key = [region, 'dynamodb', 'aws4_request'].reduce(hmac, hmac(`AWS4${CREDENTIALS.secretAccessKey}`, day))
  return hmac(key, text).toString('hex')
}

const failureOf = async (options: AwsOptions): Promise<unknown> =>
  openJsonService(API, options)('GetItem', {}).catch((error: unknown) => error)

describe('a call to a JSON service of AWS', () => {
  it('is a POST of the input whose signature AWS can compute from what arrives', async () => {
    const { received, options } = await answering(200, '{"Item":{"pk":{"S":"ü"}}}')
    const call = openJsonService(API, options)
    expect(await call('GetItem', { Key: { pk: { S: 'ü' } } })).toEqual({ Item: { pk: { S: 'ü' } } })
    await call('Query', {})
    for (const each of received) {
      expect(each.request.headers.authorization).toMatch(new RegExp(`Signature=${signatureOf(each)}$`))
      expect(each.request.headers.authorization).toContain(
        'SignedHeaders=content-type;host;x-amz-date;x-amz-security-token;x-amz-target,',
      )
    }
    expect(received[0]?.body).toBe('{"Key":{"pk":{"S":"ü"}}}')
    expect(received.map(({ request }) => request.headers['x-amz-target'])).toEqual([
      'DynamoDB_20120810.GetItem',
      'DynamoDB_20120810.Query',
    ])
    expect(received[0]?.request).toMatchObject({
      method: 'POST',
      headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amz-security-token': CREDENTIALS.sessionToken },
    })
  })

  it('keeps its connection for the next one', async () => {
    const { received, options } = await answering(200, '{}')
    const call = openJsonService(API, options)
    await call('GetItem', {})
    await call('GetItem', {})
    expect(received[0]?.request.socket.remotePort).toBe(received[1]?.request.socket.remotePort)
  })

  it('fails with the code, the words and the whole reply of a refusal', async () => {
    const reply = {
      __type: 'com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException',
      Item: { v: { N: '1' } },
    }
    const { options } = await answering(400, JSON.stringify({ ...reply, message: 'The conditional request failed' }))
    const error = await failureOf(options)
    expect(error).toBeInstanceOf(AwsRefusal)
    expect(error).toMatchObject({
      name: 'ConditionalCheckFailedException',
      message: 'The conditional request failed',
      status: 400,
      reply,
    })
  })

  it('fails as a refusal with that status where something in between answers a page', async () => {
    for (const [status, text] of [
      [503, '<html>busy</html>'],
      [200, 'not JSON'],
      [500, ''],
    ] as const) {
      const { options } = await answering(status, text)
      expect(await failureOf(options), text).toMatchObject({ name: 'UnknownError', status })
      await close()
    }
  })

  it('tells a call that was never sent from one whose answer was lost', async () => {
    const { options, received } = await answering(200, '{}')
    await close()
    expect(await failureOf(options)).toMatchObject({ isUnsent: true })
    const server = createServer((request) => request.socket.destroy())
    await new Promise<void>((listening) =>
      server.listen(Number(new URL(options.endpoint).port), '127.0.0.1', listening),
    )
    close = async () => void (await new Promise((closed) => server.close(closed)))
    const lost = await failureOf(options)
    expect(lost).toBeInstanceOf(AwsUnreachable)
    expect(lost).toMatchObject({ isUnsent: false })
    expect(received).toEqual([])
  })

  it('takes address, region and credentials from the environment as Lambda sets it, and asks for them with the first call', async () => {
    const { received, endpoint } = await answering(200, '{}')
    const call = openJsonService(API)
    const before = { ...process.env }
    await expect(call('GetItem', {})).rejects.toThrow('AWS_REGION is not set')
    Object.assign(process.env, { AWS_REGION: 'eu-central-1', AWS_ENDPOINT_URL_DYNAMODB: endpoint })
    try {
      await expect(call('GetItem', {})).rejects.toThrow('Unable to find environment variable credentials')
      Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE', AWS_SECRET_ACCESS_KEY: 'secret' })
      await call('GetItem', {})
    } finally {
      process.env = before
    }
    const { headers } = received[0]?.request ?? {}
    expect(headers?.authorization).toMatch(/Credential=AKIDEXAMPLE\/\d{8}\/eu-central-1\/dynamodb\/aws4_request/)
    expect(headers).not.toHaveProperty('x-amz-security-token')
  })
})
