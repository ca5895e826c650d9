/** Completion of the command line: the candidates, and the scripts in the shells that are installed. */

import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Profiles } from '#client/cli/profiles/profiles.ts'
import { typeCommand } from './type-command.ts'

let folder: string
let environment: Readonly<Record<string, string>>
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'completion-'))
  environment = { XDG_CONFIG_HOME: join(folder, 'config') }
  new Profiles(environment).write('desk', { url: 'https://there', key: 'k', subaccount: null })
  const pmt = join(folder, 'pmt')
  writeFileSync(pmt, `#!/bin/sh\nexec '${process.execPath}' '${resolve('client/cli/cli.ts')}' "$@"\n`)
  chmodSync(pmt, 0o755)
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('the words that may come next', () => {
  const next = async (...line: string[]) => {
    const signal = AbortSignal.timeout(10_000)
    const { stdout } = await typeCommand({}, ['complete', '--', ...line], signal, { environment })
    return stdout.split('\n').map((one) => one.split('\t')[0])
  }

  it('are the commands, those of an option, or the values of an option or word', async () => {
    expect(await next('s')).toEqual(['search', 'sell', 'stop', 'stops', 'subaccounts', 'switch'])
    expect(await next('--json', 'amen')).toEqual(['amend'])
    expect(await next('help', 'fl')).toEqual(['flatten'])
    expect(await next('buy', '7', '--s')).toEqual(['--stop-loss', '--subaccount'])
    expect(await next('buy', '7', '--tif', '')).toEqual(['GTC', 'IOC', 'FOK', 'GTD'])
    expect(await next('twap', '')).toEqual(['buy', 'sell'])
    expect(await next('cancel', 'a')).toEqual(['all'])
    expect(await next('--profile', '')).toEqual(['desk', 'local'])
    expect(await next('orders', '--limit', '')).toEqual([''])
    expect(await next('buy', '')).toEqual([''])
  })

  it('describe commands after a tab, and complete is not among them', async () => {
    const { stdout } = await typeCommand({}, ['complete', '--', ''])
    expect(stdout).toContain('book\tshows the orderbook as a ladder')
    expect(stdout).not.toMatch(/^complete\t/m)
  })
})

const isThere = (shell: string): boolean => spawnSync(shell, ['-c', 'true']).status === 0
/** Runs lines in a shell that has the completion, with `pmt` on its path. */
const inShell = (shell: string, script: string): string =>
  execFileSync(shell, ['-c', script], {
    encoding: 'utf8',
    env: { ...process.env, ...environment, HOME: folder, PATH: `${folder}:${process.env['PATH']}` },
  })

describe('the script', () => {
  it('completes in bash', () => {
    const words = 'COMP_WORDS=(pmt buy 7 --tif ""); COMP_CWORD=4; _pmt; declare -p COMPREPLY'
    expect(inShell('bash', `eval "$(pmt completion bash)"; ${words}`)).toContain(
      '([0]="GTC" [1]="IOC" [2]="FOK" [3]="GTD")',
    )
  })

  it.runIf(isThere('zsh'))('completes in zsh', () => {
    const described = '_describe() { print -l -- $found }; compdef() { : }'
    const words = 'words=(pmt flat); CURRENT=2; _pmt'
    expect(inShell('zsh', `${described}; eval "$(pmt completion zsh)"; ${words}`)).toMatch(
      /^flatten:cancels all orders/,
    )
  })

  it.runIf(isThere('fish'))('completes in fish', () => {
    const completed = inShell('fish', `pmt completion fish | source; complete -C 'pmt twap '; complete -C 'pmt flat'`)
    expect(completed).toMatch(/^buy\nsell\nflatten\tcancels all orders/)
  })

  it('of another shell is refused with the shells that have one', async () => {
    const { code, stderr } = await typeCommand({}, ['completion', 'fisch'])
    expect([code, stderr.split('\n')[0]]).toEqual([2, 'The shell must be one of bash, zsh, fish. Did you mean fish?'])
  })
})
