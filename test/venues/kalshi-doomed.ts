/** A simulated exchange in a process of its own: takes two orders, tells what it acknowledged, waits to be killed. */

import { BOB, openVenue, orderBody, POLITICS } from './kalshi-venue.ts'

const venue = await openVenue({ dataFile: process.argv[2] ?? '' })
await venue.call('POST', '/portfolio/events/orders', orderBody({ client_order_id: 'kept' }))
await venue.call('POST', '/portfolio/events/orders', orderBody({ side: 'ask', price: '0.3000', count: '4.00' }), BOB)
const ledger = await venue.ledger()
const book = (await venue.call('GET', `/markets/${POLITICS}/orderbook`)).body
process.stdout.write(JSON.stringify({ ledger, book }))
setInterval(() => undefined, 1000)
