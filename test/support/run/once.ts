/** Makes shared, unchanged data once in a run, in the first test file that needs it. */

import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A folder of this run, gone with it. */
    runFolder: string
  }
}

const LONGEST_MS = 240_000

/** Result of `make`, as JSON keeps it. `make` gets a folder of its own, which stays until the run ends. */
export const once = <Made>(name: string, make: (folder: string) => Made): Made => {
  const folder = join(inject('runFolder'), name)
  const made = join(folder, 'made.json')
  if (isFirst(folder)) {
    const result = attempt(() => make(join(folder, 'files')))
    writeFileSync(`${made}.new`, JSON.stringify(result))
    // Others look for the file, so it must be whole when it appears.
    renameSync(`${made}.new`, made)
  }
  for (let waited = 0; !existsSync(made); waited += STEP_MS) {
    if (waited > LONGEST_MS) throw new Error(`another test file has not made ${name}`)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STEP_MS)
  }
  const { problem, value } = JSON.parse(readFileSync(made, 'utf8')) as { problem?: string; value: Made }
  if (problem !== undefined) throw new Error(problem)
  return value
}

const STEP_MS = 50

const isFirst = (folder: string): boolean => {
  try {
    mkdirSync(folder)
    return true
  } catch {
    return false
  }
}

const attempt = <Made>(make: () => Made): { readonly value: Made } | { readonly problem: string } => {
  try {
    return { value: make() }
  } catch (error) {
    return { problem: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
