/** The options of `npm run sam`. */

import { readFileSync } from 'node:fs'
import { CannotStart } from '../cannot-start.ts'
import { parseFlags } from '../parse-flags.ts'

export interface SamOptions {
  readonly help: boolean
  /** The outputs of a deployment, as text; null for the service on this machine. */
  readonly outputs: string | null
}

/** Throws `CannotStart` for an option that it does not know, and for a file that cannot be read. */
export const samOptions = (flags: readonly string[]): SamOptions => {
  const { deployed, help } = parseFlags('npm run sam --', flags, {
    deployed: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  })
  return { help, outputs: deployed === undefined || help ? null : textOf(deployed) }
}

const textOf = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new CannotStart(`${file} cannot be read. Write it with: npx cdk deploy --all --outputs-file ${file}`)
  }
}
