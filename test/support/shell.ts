/** A shell in which one block of commands after the other is carried out, and the status of every HTTP call is noted. */

import { spawn } from 'node:child_process'

interface Ran {
  readonly code: number
  readonly out: string
  readonly err: string
  /** Statuses of the answers to curl, in order. */
  readonly statuses: readonly number[]
}

export interface Shell {
  readonly run: (commands: string) => Promise<Ran>
  readonly stop: () => void
}

const END = '@@end'

/** Makes curl print each status beside its output, and ends the shell with the first command that fails. */
const BEGIN = `set -euo pipefail
curl() { command curl "$@" -w '%{stderr}\\n@@status %{http_code}\\n'; }
`

export const startShell = (folder: string, variables: Readonly<Record<string, string>> = {}): Shell => {
  const env = { ...variables, PATH: `${process.execPath.replace(/\/[^/]*$/, '')}:${process.env['PATH']}`, HOME: folder }
  const shell = spawn('bash', ['--noprofile', '--norc'], { cwd: folder, env, detached: true })
  shell.stdin.on('error', () => undefined)
  shell.stdin.write(BEGIN)
  const received = { out: '', err: '' }
  let activate = (): void => undefined
  shell.stdout.on('data', (text) => {
    received.out += String(text)
    activate()
  })
  shell.stderr.on('data', (text) => {
    received.err += String(text)
    activate()
  })
  let ended: number | null = null
  shell.on('exit', (code) => {
    ended = code ?? 1
    activate()
  })
  const isOver = (): boolean => ended !== null || (received.out.includes(END) && received.err.includes(END))
  return {
    run: async (commands) => {
      received.out = ''
      received.err = ''
      shell.stdin.write(`${commands}\nprintf '\\n${END}\\n'; printf '\\n${END}\\n' >&2\n`)
      while (!isOver()) {
        await new Promise<void>((resolve) => {
          activate = resolve
        })
      }
      return {
        code: ended ?? 0,
        out: received.out.replace(`\n${END}\n`, '').trim(),
        err: received.err.replace(/\n@@(status \d+|end)\n/g, ''),
        statuses: [...received.err.matchAll(/^@@status (\d+)$/gm)].map(([, status]) => Number(status)),
      }
    },
    // With everything it started.
    stop: () => {
      try {
        if (shell.pid !== undefined) process.kill(-shell.pid, 'SIGTERM')
      } catch {
        // It has ended.
      }
    },
  }
}
