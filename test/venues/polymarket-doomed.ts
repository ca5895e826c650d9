/** A simulated exchange in a process of its own: takes orders, tells what it acknowledged, waits to be killed. */

import { newTraders, openPolymarket } from './polymarket-venue.ts'

const traders = newTraders()
const venue = await openPolymarket({ traders: Object.values(traders), dataFile: process.argv[2] ?? '' })
await venue.place({ salt: 1, price: 0.4, size: 10 }, traders.ann)
await venue.place({ salt: 2, outcome: 1, price: 0.7, size: 6 }, traders.dan)
const orders = (await venue.call('GET', '/data/orders', undefined, traders.ann)).body
const trades = (await venue.call('GET', '/data/trades', undefined, traders.dan)).body
process.stdout.write(JSON.stringify({ ledger: await venue.ledger(), orders, trades }))
setInterval(() => undefined, 1000)
