/** An AWS service of this machine: speaks the JSON protocol to whoever knows its address. */

import { createServer } from 'node:http'
import { secretPath } from '../secret-path.ts'

export interface AwsEndpoint {
  /** Ends in a secret path. */
  readonly url: string
  stop(): Promise<void>
}

export interface AwsAnswer {
  readonly status: number
  readonly body: object
}

/** `answer` gets the name of the operation and the body of the request. */
export const startAwsEndpoint = async (
  answer: (operation: string, text: string) => AwsAnswer,
  version: '1.0' | '1.1',
): Promise<AwsEndpoint> => {
  const secret = secretPath()
  const server = createServer((request, response) => {
    if (!['', '/'].includes(secret.after(request.url ?? '') ?? 'unknown')) {
      response.writeHead(403).end()
      return
    }
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const target = String(request.headers['x-amz-target'] ?? '')
      const { status, body } = answer(target.split('.').at(-1) ?? '', Buffer.concat(chunks).toString('utf8'))
      response.writeHead(status, { 'content-type': `application/x-amz-json-${version}` }).end(JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}${secret.path}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
