/** A shell in which one block of commands after the other is carried out, and the status of every HTTP call is noted. */

import { spawn } from 'node:child_process'

interface Ran {
  readonly code: number
  readonly out: string
  readonly err: string
  /** What the calls of curl were answered, in order. */
  readonly statuses: readonly number[]
}

export interface Shell {
  readonly run: (commands: string) => Promise<Ran>
  readonly stop: () => void
}

const END = '@@end'

/** Lets curl tell each status beside its output, and ends the shell with the first command that fails. */
const BEGIN = `set -euo pipefail
curl() { command curl "$@" -w '%{stderr}\\n@@status %{http_code}\\n'; }
`

export const startShell = (folder: string, variables: Readonly<Record<string, string>> = {}): Shell => {
  const env = { ...variables, PATH: `${process.execPath.replace(/\/[^/]*$/, '')}:${process.env['PATH']}`, HOME: folder }
  const shell = spawn('bash', ['--noprofile', '--norc'], { cwd: folder, env, detached: true })
  shell.stdin.on('error', () => undefined)
  shell.stdin.write(BEGIN)
  const heard = { out: '', err: '' }
  let wake = (): void => undefined
  shell.stdout.on('data', (text) => {
    heard.out += String(text)
    wake()
  })
  shell.stderr.on('data', (text) => {
    heard.err += String(text)
    wake()
  })
  let ended: number | null = null
  shell.on('exit', (code) => {
    ended = code ?? 1
    wake()
  })
  const isOver = (): boolean => ended !== null || (heard.out.includes(END) && heard.err.includes(END))
  return {
    run: async (commands) => {
      heard.out = ''
      heard.err = ''
      shell.stdin.write(`${commands}\nprintf '\\n${END}\\n'; printf '\\n${END}\\n' >&2\n`)
      while (!isOver()) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      return {
        code: ended ?? 0,
        out: heard.out.replace(`\n${END}\n`, '').trim(),
        err: heard.err.replace(/\n@@(status \d+|end)\n/g, ''),
        statuses: [...heard.err.matchAll(/^@@status (\d+)$/gm)].map(([, status]) => Number(status)),
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
