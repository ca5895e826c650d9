/** A fresh process that runs the watch once, as a container would, and prints its memory. Arguments: the bundle, and for how many ms. */

import { pathToFileURL } from 'node:url'
import { peakMemoryMb } from '../peak-memory.ts'

const [file = '', ms = '0'] = process.argv.slice(2)

interface Bundle {
  readonly handler: (event: unknown, context: object) => Promise<unknown>
}

const { handler } = (await import(pathToFileURL(file).href)) as Bundle
const began = Date.now()
const until = began + Number(ms)
let heap = 0
setInterval(() => {
  heap = Math.max(heap, process.memoryUsage().heapUsed)
}, 100).unref()
const body = JSON.stringify({ index: 0, of: 1, until })
const context = { awsRequestId: 'bench', getRemainingTimeInMillis: () => 90_000 }
const before = process.cpuUsage()
await handler({ Records: [{ messageId: '1', body, attributes: {} }] }, context)
const { user, system } = process.cpuUsage(before)
const figures = {
  residentMb: peakMemoryMb(),
  heapMb: heap / 1_048_576,
  cpuShare: (user + system) / 1_000 / (Date.now() - began),
}
process.stdout.write(`\nfigures ${JSON.stringify(figures)}\n`)
process.exit(0)
