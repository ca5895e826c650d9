#!/usr/bin/env node
/** Runs a local DynamoDB on a port of the loopback interface. */

import { parseArgs } from 'node:util'
import { memoryTables } from '../memory-tables.ts'
import { startEngine } from '../start-engine.ts'
import { openTables } from '../tables.ts'

const USAGE = `local-dynamodb [options]

  --port <number>  port; 0 picks a free one (default 8000)
  --data <file>    SQLite file that keeps the tables (default: they are in memory)
  --help           prints this`

const flagsIn = (args: readonly string[]) => {
  try {
    return parseArgs({
      args: [...args],
      options: {
        port: { type: 'string', default: '8000' },
        data: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }).values
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${USAGE}`)
    return process.exit(2)
  }
}

const { port, data, help } = flagsIn(process.argv.slice(2))
if (help) {
  console.log(USAGE)
  process.exit(0)
}
const server = await startEngine(data === undefined ? memoryTables() : openTables(data), console.error, {
  port: Number(port),
  path: '',
})
console.log(`DynamoDB at ${server.endpoint}`)
const stop = (): void => void server.stop()
process.once('SIGINT', stop).once('SIGTERM', stop)
