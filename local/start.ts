/** `npm start`: runs the service in this terminal and says how to use it. */

import { enableCompileCache, flushCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { fromCommandLine } from './from-command-line.ts'
import { startOptions, USAGE } from './start-options.ts'

const options = fromCommandLine(() => startOptions(process.argv.slice(2), process.env))
if (options.help) console.log(USAGE)
else {
  // Files of the service are for its owner alone, also in a folder made by another user.
  process.umask(0o077)
  // Modules load in half the time from the second start on; so it comes before they are imported.
  enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)))
  const { runInTerminal } = await import('./run-in-terminal.ts')
  await runInTerminal(options)
  // Now, because the service may be killed.
  flushCompileCache()
}
