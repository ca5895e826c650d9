/** `npm run deploy` refuses an update that CloudFormation would refuse in the middle. */

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { awsCaller } from '#local/admin/environment/call-aws.ts'
import { refuseStrongReferences } from '#local/deploy/refuse-strong-references.ts'
import { stageOfDeploy } from '#local/deploy/stage-of-deploy.ts'

const IMPORTED = `<ListImportsResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><ListImportsResult><Imports>
  <member>TradingApi</member><member>TradingWatch</member></Imports></ListImportsResult></ListImportsResponse>`
const NOT_IMPORTED =
  '<ErrorResponse><Error><Type>Sender</Type><Code>ValidationError</Code><Message>Export is not imported by any stack.</Message></Error></ErrorResponse>'

/** Calls an AWS that answers this, and counts the requests. */
const aws = (status: number, text: string) => {
  process.env['AWS_ACCESS_KEY_ID'] ??= 'AKIDEXAMPLE'
  process.env['AWS_SECRET_ACCESS_KEY'] ??= 'secret'
  const asked: string[] = []
  const callAws = awsCaller('eu-west-1', async (_address, options) => {
    asked.push(String(options?.body))
    return new Response(text, { status })
  })
  return { asked, callAws }
}

describe('an update over stacks that import exports of each other', () => {
  it('is refused with the two steps that lead to this version', async () => {
    const { asked, callAws } = aws(200, IMPORTED)
    await expect(refuseStrongReferences(callAws, '')).rejects.toThrow(
      /TradingApi imports a queue .* Nothing was deployed\. .*defaultCrossStackReferences=both.*4384fd5f/,
    )
    expect(asked).toEqual([expect.stringMatching(/Action=ListImports.*tendconditionals/)])
  })

  it('is not refused if no stack imports the export', async () => {
    await refuseStrongReferences(aws(400, NOT_IMPORTED).callAws, '')
  })

  it('is left to the CDK if AWS does not answer', async () => {
    const away = awsCaller('eu-west-1', () => Promise.reject(new TypeError('fetch failed')))
    await refuseStrongReferences(away, '')
  })

  it('is not looked for by a deployment with a stage, which those versions did not know', async () => {
    const { asked, callAws } = aws(200, IMPORTED)
    await refuseStrongReferences(callAws, 'live')
    expect(asked).toEqual([])
  })
})

describe('a deployment without credentials', () => {
  /** Runs it with a CDK that only shows its arguments. */
  const deploy = (environment: Readonly<Record<string, string>>) => {
    const folder = mkdtempSync(join(tmpdir(), 'deploy-'))
    writeFileSync(join(folder, 'cdk'), '#!/bin/sh\necho "cdk $*"\n', { mode: 0o755 })
    const script = fileURLToPath(new URL('../../../local/deploy/deploy.ts', import.meta.url))
    const env = { PATH: `${folder}:/bin:/usr/bin`, HOME: folder, AWS_EC2_METADATA_DISABLED: 'true', ...environment }
    const { stdout, stderr } = spawnSync(process.execPath, [script, '-c', 'stage=live'], { env, encoding: 'utf8' })
    rmSync(folder, { recursive: true })
    return { stdout, stderr }
  }

  it('says so before the minutes of the synthesis, and leaves the decision to the CDK', () => {
    const { stdout, stderr } = deploy({})
    expect(stderr).toMatch(/^No AWS credentials were found: set AWS_PROFILE, /m)
    expect(stdout).toBe('cdk deploy --all -c stage=live\n')
    expect(deploy({ AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE', AWS_SECRET_ACCESS_KEY: 'secret' }).stderr).not.toContain('No AWS')
  })
})

describe('the stage of a deployment', () => {
  const CDK_JSON = '{"context":{"stage":"live"}}'

  it('is the one of cdk.json', () => {
    expect(stageOfDeploy([], CDK_JSON)).toBe('live')
    expect(stageOfDeploy([], '{}')).toBe('')
  })

  it('is refused in one sentence if cdk.json is no JSON', () => {
    expect(() => stageOfDeploy([], '{"context":{"stage":"live",}}')).toThrow(
      /^cdk\.json is no JSON: .* comma or quote\.$/,
    )
  })

  it('is the last one of the command line', () => {
    expect(stageOfDeploy(['-c', 'stage=a', '--context', 'stage=b'], CDK_JSON)).toBe('b')
    expect(stageOfDeploy(['-c=stage=c'], CDK_JSON)).toBe('c')
    expect(stageOfDeploy(['-c', 'accounts=demo', '-c', 'stage='], CDK_JSON)).toBe('')
  })
})
