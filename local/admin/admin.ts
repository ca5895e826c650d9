/** `npm run admin -- <command>`: what the operator of a service can do and see. */

import { run } from './run.ts'

process.exitCode = await run(process.argv.slice(2), {
  print: (text) => process.stdout.write(`${text}\n`),
  complain: (text) => process.stderr.write(`${text}\n`),
  environment: process.env,
  clock: () => Date.now(),
})
