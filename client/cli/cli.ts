#!/usr/bin/env node
/** `pmt <command>`: the trading service at a terminal. */

import { hasColours } from './draw/colours.ts'
import { prompt } from './prompt.ts'
import { run } from './run.ts'

const stop = new AbortController()
process.on('SIGINT', () => stop.abort())

process.exitCode = await run(process.argv.slice(2), {
  print: (text) => process.stdout.write(`${text}\n`),
  progress: (text) => process.stderr.write(`${text}\n`),
  complain: (text) => process.stderr.write(`${text}\n`),
  width: Math.min(process.stdout.columns ?? 80, 120),
  tableWidth: process.stdout.isTTY ? process.stdout.columns : undefined,
  colours: hasColours(process.env, process.stdout.isTTY),
  environment: process.env,
  isWatched: process.stderr.isTTY === true,
  prompt: prompt(process.stdin, process.stderr),
  signal: stop.signal,
})
