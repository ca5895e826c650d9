/** A queue that takes only some messages says so, and what it says is not passed over. */

import { afterEach, beforeEach, expect, it } from 'vitest'
import { sqsReceipts } from '#adapters/aws/sqs-receipts.ts'
import { type Listener, listen } from '../http/loopback-server.ts'

/** SQS answers a batch with 200, and names what failed of it. */
const SOME = {
  Successful: [{ Id: '0' }],
  Failed: [{ Id: '1', SenderFault: false, Code: 'InternalError', Message: 'try again' }],
}

let server: Listener

beforeEach(async () => {
  process.env['AWS_REGION'] = 'us-east-1'
  process.env['AWS_ACCESS_KEY_ID'] = 'local'
  process.env['AWS_SECRET_ACCESS_KEY'] = 'local'
  server = await listen((_, response) => {
    response.setHeader('content-type', 'application/x-amz-json-1.0')
    response.end(JSON.stringify(SOME))
  })
  process.env['AWS_ENDPOINT_URL'] = server.url
})
afterEach(() => server.close())

const urlOf = () => `${server.url}/000000000000/execute-order`

it('a message that could not be let go is an error', async () => {
  await expect(sqsReceipts(urlOf, Date.now).acknowledgeEarly('execute-order', ['one', 'two'])).rejects.toThrow(
    'the queue did not let a message go: InternalError try again',
  )
  expect(server.requests).toHaveLength(1)
})

it('a message that could not be given back is an error', async () => {
  await expect(sqsReceipts(urlOf, Date.now).requeue('execute-order', ['one', 'two'], Date.now())).rejects.toThrow(
    'the queue did not take a message back: InternalError try again',
  )
})
