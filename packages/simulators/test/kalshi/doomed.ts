/** A simulated exchange in a process of its own: takes two orders, prints the acknowledged ones, waits to be killed. */

import { BOB, openSimulated, orderBody, POLITICS } from './simulated.ts'

const simulated = await openSimulated({ dataFile: process.argv[2] ?? '' })
await simulated.call('POST', '/portfolio/events/orders', orderBody({ client_order_id: 'kept' }))
await simulated.call(
  'POST',
  '/portfolio/events/orders',
  orderBody({ side: 'ask', price: '0.3000', count: '4.00' }),
  BOB,
)
const ledger = await simulated.ledger()
const book = (await simulated.call('GET', `/markets/${POLITICS}/orderbook`)).body
process.stdout.write(JSON.stringify({ ledger, book }))
setInterval(() => undefined, 1000)
