/** A simulated exchange in a process of its own: takes orders, prints the acknowledged ones, waits to be killed. */

import { newTraders, openPolymarket } from './simulated.ts'

const traders = newTraders()
const simulated = await openPolymarket({ traders: Object.values(traders), dataFile: process.argv[2] ?? '' })
await simulated.place({ salt: 1, price: 0.4, size: 10 }, traders.ann)
await simulated.place({ salt: 2, outcome: 1, price: 0.7, size: 6 }, traders.dan)
const orders = (await simulated.call('GET', '/data/orders', undefined, traders.ann)).body
const trades = (await simulated.call('GET', '/data/trades', undefined, traders.dan)).body
process.stdout.write(JSON.stringify({ ledger: await simulated.ledger(), orders, trades }))
setInterval(() => undefined, 1000)
