/** The shell scripts of the workflows, with an AWS and an npm that are played. */

import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeEach, describe, expect, it } from 'vitest'

const script = (name: string): string => fileURLToPath(new URL(`../../../local/deploy/${name}`, import.meta.url))

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'scripts-'))
})

const play = (name: string, text: string): void => {
  writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`)
  chmodSync(join(folder, name), 0o755)
}

const run = (name: string, args: readonly string[], environment: Readonly<Record<string, string>> = {}) => {
  const path = `${folder}:${process.env['PATH']}`
  const done = spawnSync('sh', [script(name), ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: path, FOLDER: folder, TMPDIR: folder, ...environment },
  })
  return { code: done.status, said: done.stdout, complaint: done.stderr }
}

/** Parameters of Systems Manager as files; each call is noted without values. */
const AWS = `
name= value=
for word; do case $before in --name) name=$(echo "$word" | tr / _) ;; --value) value=$word ;; esac; before=$word; done
echo "$2 $name" >> "$FOLDER/calls"
case "$2 $*" in
delete-parameter*) rm "$FOLDER/$name" ;;
*--overwrite*) cat "\${value#file://}" > "$FOLDER/$name" ;;
*) if [ -e "$FOLDER/$name" ]; then echo 'An error occurred (ParameterAlreadyExists)' >&2; exit 254; fi; echo "$value" > "$FOLDER/$name" ;;
esac`
const NPM = `echo "$*" >> "$FOLDER/npm-calls"; printf 'user     1\\nAPI key  pmt_1_secret\\n\\nCopy the key now.\\n'`

describe('first-key.sh', () => {
  const stored = (stage: string): string => readFileSync(join(folder, `_trading_${stage}_first-key`), 'utf8')

  it('stores the key of a new user, and prints it nowhere', () => {
    play('aws', AWS)
    play('npm', NPM)
    const { code, said, complaint } = run('first-key.sh', ['eu-west-1', ''])
    expect([code, complaint]).toEqual([0, ''])
    expect(stored('main')).toBe('pmt_1_secret')
    expect(said).toBe('Made the first user. Its key is in /trading/main/first-key.\n')
    expect(readFileSync(join(folder, 'npm-calls'), 'utf8')).toBe(
      'run --silent admin -- create-user --region eu-west-1\n',
    )
  })

  it('makes one user only, also of a deployment with a stage', () => {
    play('aws', AWS)
    play('npm', NPM)
    run('first-key.sh', ['eu-west-1', 'live'])
    const again = run('first-key.sh', ['eu-west-1', 'live'])
    expect(again).toMatchObject({ code: 0, said: 'The first user exists. Its key is in /trading/live/first-key.\n' })
    expect(readFileSync(join(folder, 'npm-calls'), 'utf8').trim().split('\n')).toEqual([
      'run --silent admin -- create-user --region eu-west-1 --stage live',
    ])
    expect(stored('live')).toBe('pmt_1_secret')
  })

  it('leaves no name behind if the user cannot be made, so that the next run tries again', () => {
    play('aws', AWS)
    play('npm', 'echo no >&2; exit 1')
    expect(run('first-key.sh', ['eu-west-1'])).toMatchObject({ code: 1 })
    expect(existsSync(join(folder, '_trading_main_first-key'))).toBe(false)
  })

  it('says what AWS refuses', () => {
    play('aws', 'echo AccessDeniedException >&2; exit 254')
    expect(run('first-key.sh', ['eu-west-1'])).toMatchObject({ code: 1, complaint: 'AccessDeniedException\n' })
  })
})

describe('ready-for-aws.sh', () => {
  const GITHUB = {
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_REPOSITORY: 'octocat/trading',
    GITHUB_REPOSITORY_ID: '456789',
    GITHUB_REPOSITORY_OWNER_ID: '123456',
    GITHUB_SHA: 'abc',
  }
  const READY = { ACCOUNT: '123456789012', REGION: 'eu-west-1', REVIEWERS: '1' }

  it('is silent if all is prepared', () => {
    expect(run('ready-for-aws.sh', [], { ...GITHUB, ...READY })).toEqual({ code: 0, said: '', complaint: '' })
  })

  it('gives the values of the form if the account is not prepared', () => {
    const { code, said } = run('ready-for-aws.sh', [], { ...GITHUB, REVIEWERS: '1' })
    expect(code).toBe(1)
    for (const value of [
      '| Stack name | `CDKToolkit` |',
      '`octocat/trading`',
      '`456789`',
      '`123456`',
      'AWS_ACCOUNT_ID',
    ])
      expect(said).toContain(value)
    expect(said).not.toContain('Required reviewers')
  })

  it.each([
    [{ ...READY, ACCOUNT: '12345' }, 'Prepare the AWS account'],
    [{ ...READY, REGION: 'Ireland' }, 'Prepare the AWS account'],
    [{ ...READY, REVIEWERS: '0' }, 'Required reviewers'],
  ])('refuses %j', (given, words) => {
    const { code, said } = run('ready-for-aws.sh', [], { ...GITHUB, ...given })
    expect(code).toBe(1)
    expect(said).toContain(words)
  })
})

describe('deployed-summary.sh', () => {
  it.each([
    ['', '', 'main'],
    ['live', 'live-', 'live'],
  ])('shows the addresses of stage "%s"', (stage, prefix, name) => {
    const outputs = {
      [`${prefix}TradingApi`]: { Address: 'https://x.example' },
      [`${prefix}TradingData`]: { Accounts: 'paper' },
    }
    writeFileSync(join(folder, 'outputs.json'), JSON.stringify(outputs))
    const { code, said } = run('deployed-summary.sh', ['outputs.json', 'eu-west-1', stage])
    expect(code).toBe(0)
    expect(said).toContain('| Console | https://x.example/v1/console |')
    expect(said).toContain('| Accounts | paper |')
    expect(said).toContain(`/trading/${name}/first-key`)
  })
})

describe('release-notes.sh', () => {
  const released = (changelog: string) => {
    writeFileSync(join(folder, 'package.json'), '{ "version": "1.2.0" }')
    writeFileSync(join(folder, 'CHANGELOG.md'), changelog)
    return run('release-notes.sh', ['v1.2.0'])
  }

  it('prints the section of the tag', () => {
    expect(released('# Changelog\n\n## 1.2.0\n\n- New.\n\n### More\n\n- Other.\n\n## 1.1.0\n\n- Old.\n')).toMatchObject(
      {
        code: 0,
        said: '\n- New.\n\n### More\n\n- Other.\n',
      },
    )
  })

  it.each([
    ['## 1.1.0\n\n- Old.\n', 'CHANGELOG.md has no section 1.2.0.'],
    ['## 1.2.0\n\nNot released yet.\n\n- New.\n', 'is not released yet'],
  ])('refuses %j', (changelog, words) => {
    const { code, said, complaint } = released(changelog)
    expect([code, said]).toEqual([1, ''])
    expect(complaint).toContain(words)
  })

  it('refuses a tag of another version', () => {
    released('')
    expect(run('release-notes.sh', ['v2.0.0'])).toMatchObject({
      code: 1,
      complaint: 'The tag is v2.0.0, and package.json has 1.2.0.\n',
    })
  })
})
