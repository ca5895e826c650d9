/** `npm run admin -- <command>`: what the operator of a service can do and see. */

import { run } from './run.ts'

const code = await run(process.argv.slice(2), {
  print: (text) => process.stdout.write(`${text}\n`),
  complain: (text) => process.stderr.write(`${text}\n`),
  environment: process.env,
  clock: () => Date.now(),
})
// Requests that a stopped service never answers would keep the process alive. An empty write ends after all others.
process.stdout.write('', () => process.exit(code))
