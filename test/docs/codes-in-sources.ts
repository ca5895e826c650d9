/** Codes with which the sources refuse, for tests of pages that explain them. */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Codes of refusals as the sources write them. In a 422 the code of a refusal is the type of its fault. */
export const codesInSources = (): ReadonlySet<string> => {
  const sources = ['shared/domain', 'shared/use-cases', 'shared/lambda', 'functions/api', 'local/stack/gateway']
  const files = sources.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => readFileSync(join(root, folder, file), 'utf8')),
  )
  const made = files.flatMap((text) =>
    [...text.matchAll(/\bproblem\(\s*(?!422)\d{3},\s*'([^']+)'/g)].map(([, code = '']) => code),
  )
  const frame = readFileSync(join(root, 'shared/lambda/steps/answer-problems.ts'), 'utf8')
  const failed = [...frame.matchAll(/code: '([^']+)'/g)].map(([, code = '']) => code)
  return new Set([...made, ...failed, 'invalid_request'])
}

/** Codes that other guides list: they come on a stream, or as errors of tools, and never as a status. */
export const IN_OTHER_GUIDES: Readonly<Record<string, string>> = {
  too_many_channels: 'streaming',
  confirmation_unknown: 'agents',
  confirmation_of_other_tool: 'agents',
  confirmation_expired: 'agents',
  confirmation_unfinished: 'agents',
  confirmation_in_flight: 'agents',
}
