/** Part of `npm run lint`: checks docs/openapi.json and docs/asyncapi.json with all recommended rules of Redocly. A warning fails, too. */

import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const cli = fileURLToPath(new URL('../../node_modules/@redocly/cli/bin/cli.js', import.meta.url))
const { status, stdout, stderr } = spawnSync(
  process.execPath,
  [cli, 'lint', 'docs/openapi.json', 'docs/asyncapi.json', '--extends=recommended-strict', '--format=stylish'],
  {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  },
)
if (status !== 0) {
  console.error(`${stdout}${stderr}`)
  process.exitCode = 1
}
