/** Registers a webhook, and prints every event whose signature is right. `node webhook-receiver.ts` */

import { createServer } from 'node:http'
import { createTradingClient, type TradingEvent } from 'prediction-market-trading-client'
import { Webhook } from 'standardwebhooks'

const { TRADING_URL = 'http://127.0.0.1:8787', TRADING_KEY = '', PORT = '8790' } = process.env
const client = createTradingClient({ baseUrl: TRADING_URL, apiKey: TRADING_KEY })

// A local service can send to a receiver on this machine. A deployment needs a public https address.
const url = process.env['RECEIVER_URL'] ?? `http://127.0.0.1:${PORT}/`

let verifier: Webhook | null = null
const receiver = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  try {
    if (verifier === null) throw new Error('not registered yet')
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    // Verify the bytes as received. Throws if the signature is wrong or too old.
    const event = verifier.verify(Buffer.concat(chunks), headers) as TradingEvent
    console.log(JSON.stringify(event))
    if (event.type === 'order.filled') console.error(`${event.data.qty} filled at ${event.data.price}`)
    response.writeHead(204).end()
  } catch (error) {
    console.error(`refused: ${String(error)}`)
    response.writeHead(400).end()
  }
})
receiver.listen(Number(PORT))

const created = await client.POST('/v1/webhooks', { body: { url } })
if (created.data === undefined) throw new Error(`not registered: ${JSON.stringify(created.error)}`)
const { webhook_id, secret } = created.data
if (secret === null) throw new Error('the secret was shown to an earlier request')
verifier = new Webhook(secret)
await client.POST('/v1/webhooks/{webhook_id}/test', { params: { path: { webhook_id } } })

process
  .on('SIGTERM', () => process.emit('SIGINT'))
  .on('SIGINT', async () => {
    await client.DELETE('/v1/webhooks/{webhook_id}', { params: { path: { webhook_id } } })
    process.exit()
  })
