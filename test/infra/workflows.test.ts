/** The workflows of GitHub: their structure, least rights, pinned actions, and shell that names only existing files and scripts. */

import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { COMMANDS } from '#local/admin/commands.ts'

const root = new URL('../../', import.meta.url)
const textOf = (file: string): string => readFileSync(new URL(file, root), 'utf8')
const FOLDER = '.github/workflows/'
const FILES = readdirSync(new URL(FOLDER, root)).map((file) => `${FOLDER}${file}`)

interface Step {
  readonly name?: string
  readonly uses?: string
  readonly run?: string
  readonly with?: Readonly<Record<string, unknown>>
}
interface Job {
  readonly needs?: string
  readonly uses?: string
  readonly environment?: string
  readonly permissions: Readonly<Record<string, string>>
  readonly steps?: readonly Step[]
}
interface Workflow {
  readonly on: Readonly<Record<string, unknown>>
  readonly permissions: object
  readonly jobs: Readonly<Record<string, Job>>
}
const read = (file: string): Workflow => parse(textOf(file))
const jobsOf = (file: string): readonly (readonly [string, Job])[] => Object.entries(read(file).jobs)
const stepsOf = (file: string): readonly Step[] => jobsOf(file).flatMap(([, { steps = [] }]) => steps)

const WORKFLOW = ['name', 'on', 'permissions', 'concurrency', 'defaults', 'env', 'jobs']
const JOB =
  'name needs uses runs-on timeout-minutes environment permissions outputs env steps strategy if concurrency'.split(' ')
const STEP = ['name', 'id', 'uses', 'with', 'env', 'run', 'if']
const SHELL = { run: { shell: 'bash' } }

it('there are three workflows', () => {
  expect(FILES.map((file) => file.slice(FOLDER.length)).toSorted()).toEqual(['ci.yml', 'deploy.yml', 'release.yml'])
})

describe.each(FILES)('%s', (file) => {
  it('has only keys that GitHub knows, and each job has a limit of time', () => {
    const workflow = read(file)
    expect(Object.keys(workflow).filter((key) => !WORKFLOW.includes(key))).toEqual([])
    for (const [name, job] of jobsOf(file)) {
      expect(Object.keys(job).filter((key) => !JOB.includes(key))).toEqual([])
      if (job.uses === undefined) expect(job, name).toMatchObject({ 'timeout-minutes': expect.any(Number) })
      if (job.needs !== undefined) expect(Object.keys(workflow.jobs)).toContain(job.needs)
    }
    for (const step of stepsOf(file)) {
      expect(Object.keys(step).filter((key) => !STEP.includes(key))).toEqual([])
      expect((step.uses === undefined) !== (step.run === undefined), step.name).toBe(true)
    }
  })

  it('pins each action by its full commit', () => {
    for (const { uses } of stepsOf(file)) if (uses !== undefined) expect(uses).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/)
    for (const line of textOf(file).matchAll(/uses: \w\S+@\S+(.*)$/gm)) expect(line[1]).toMatch(/^ # v\d+\.\d+\.\d+$/)
  })

  it('grants nothing but what a job names, and keeps no token in the checkout', () => {
    const workflow = read(file)
    expect(workflow.permissions).toEqual({})
    for (const [name, { permissions }] of jobsOf(file)) expect(permissions, name).toBeDefined()
    for (const { uses, with: given } of stepsOf(file))
      if (uses?.startsWith('actions/checkout@')) expect(given).toEqual({ 'persist-credentials': false })
  })

  it('runs shell that is valid, stops at the first failure, and holds no expression of a stranger', () => {
    // With this shell GitHub sets -e and pipefail.
    expect(read(file)).toMatchObject({ defaults: SHELL })
    for (const { name = '', run } of stepsOf(file)) {
      if (run === undefined) continue
      expect(run, name).not.toContain('${{')
      expect(spawnSync('bash', ['-n'], { input: run }).stderr.toString(), name).toBe('')
    }
  })

  it('names scripts, commands and files that exist', () => {
    const { scripts } = JSON.parse(textOf('package.json'))
    for (const { run = '' } of stepsOf(file)) {
      for (const [, script = ''] of run.matchAll(/npm run (?:--silent )?([a-z:-]+)/g))
        expect(Object.keys(scripts)).toContain(script)
      for (const [, command = ''] of run.matchAll(/admin -- ([a-z-]+)/g))
        expect(Object.keys(COMMANDS)).toContain(command)
      for (const [, path = ''] of run.matchAll(/(?:^|\s)(?:sh|bash) ([\w./-]+)/g))
        expect(existsSync(new URL(path, root)), path).toBe(true)
    }
  })
})

describe('rights', () => {
  const rights = (file: string) =>
    Object.fromEntries(jobsOf(`${FOLDER}${file}`).map(([name, { permissions }]) => [name, permissions]))

  it('CI only reads', () => {
    expect(rights('ci.yml')).toEqual({ check: { contents: 'read' } })
  })

  it('only jobs that take a role of AWS get a token for it', () => {
    expect(rights('deploy.yml')).toEqual({
      diff: { contents: 'read', actions: 'read', 'id-token': 'write' },
      deploy: { contents: 'read', 'id-token': 'write' },
    })
  })

  it('the job that may write a release runs no code of the repository', () => {
    expect(rights('release.yml')).toEqual({
      check: { contents: 'read' },
      pack: { contents: 'read' },
      publish: { contents: 'write' },
    })
    const { publish } = read(`${FOLDER}release.yml`).jobs
    expect(
      publish?.steps?.map(({ uses, run }) => uses?.split('@')[0] ?? run?.split(' ').slice(0, 3).join(' ')),
    ).toEqual(['actions/download-artifact', 'gh release create'])
  })
})

it('a release holds the packed client, and not the console in its folder', () => {
  const { pack } = read(`${FOLDER}release.yml`).jobs
  const { name } = JSON.parse(textOf('client/package.json'))
  expect(pack?.steps?.map(({ run = '' }) => run)).toContain(`npm pack --workspace ${name} --pack-destination release`)
})

describe('a deployment', () => {
  const { on, jobs } = read(`${FOLDER}deploy.yml`)
  const runs = (job: string): string => jobs[job]?.steps?.map(({ run = '' }) => run).join('\n') ?? ''

  it('begins only when a person starts it', () => {
    expect(on).toEqual({ workflow_dispatch: null })
  })

  it('shows the changes before the approval, then deploys, makes the key and tests', () => {
    expect(jobs['diff']).toMatchObject({ environment: 'aws-diff' })
    expect(jobs['deploy']).toMatchObject({ needs: 'diff', environment: 'aws' })
    // Without names the CDK compares all stacks. An option --all is unknown, and the summary would begin with that complaint.
    expect(runs('diff')).toContain('npx cdk diff --method=template')
    expect(runs('diff')).not.toContain('npm run deploy')
    const steps = ['npm run deploy -- --require-approval never', 'first-key.sh', 'deployed-summary.sh', 'smoke-test']
    const places = steps.map((step) => runs('deploy').indexOf(step))
    expect(places.every((place) => place >= 0)).toBe(true)
    expect(places).toEqual(places.toSorted((one, other) => one - other))
  })

  it('stores no key of AWS', () => {
    expect(textOf(`${FOLDER}deploy.yml`)).not.toMatch(/aws-access-key-id|aws-secret-access-key|AWS_SECRET/)
  })
})

it('Dependabot watches the packages, the actions and the Python package', () => {
  const { version, updates } = parse(textOf('.github/dependabot.yml'))
  expect(version).toBe(2)
  expect(updates.map((update: Record<string, unknown>) => update['package-ecosystem'])).toEqual([
    'npm',
    'github-actions',
    'pip',
  ])
  for (const { directory, directories = [directory] } of updates)
    for (const folder of directories) expect(existsSync(fileURLToPath(new URL(`.${folder}`, root))), folder).toBe(true)
})
