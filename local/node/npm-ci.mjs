/** Runs the npm that runs this. Plain JavaScript for Node 20. */

import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'

const OPTIONS = [
  '--loglevel=error',
  '--no-audit',
  '--no-fund',
  '--no-progress',
  '--include=dev',
  '--include=optional',
  // An npm that runs this may have these set, for its own folder.
  '--no-global',
  '--no-dry-run',
  '--no-package-lock-only',
]

/** Installs the packages of the lock file in a folder. Resolves with the exit code and the output. */
export const npmCi = (folder) => {
  const { npm_execpath: script = '', npm_node_execpath: node = '' } = process.env
  const [command, ...first] = script.endsWith('npm-cli.js') && existsSync(node) ? [node, script] : ['npm']
  return new Promise((resolve) => {
    let said = ''
    const child = spawn(command, [...first, 'ci', `--prefix=${folder}`, ...OPTIONS], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        said += text
      })
    child.on('error', (error) => resolve({ code: 1, said: `${said}\n${error.message}` }))
    child.on('close', (code) => resolve({ code, said }))
  })
}
