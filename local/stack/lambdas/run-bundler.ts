/**
 * Runs a bundler as a process of its own: bundling takes memory that nobody needs afterwards, and up to a minute in which this process could
 * do nothing else.
 */

import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { CannotStart } from '../../cannot-start.ts'

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url))

/** The script gets the folder as its argument. Throws `CannotStart` with what it says when a source cannot be bundled. */
export const runBundler = (script: URL, folder: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = fork(script, [folder], { cwd: PROJECT, execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
    let said = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0) resolve()
      else reject(new CannotStart(`The functions cannot be bundled:\n${said.trim()}`))
    })
  })
