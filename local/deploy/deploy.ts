/** `npm run deploy`: refuses what CloudFormation would refuse in the middle of an update, then runs `cdk deploy --all`. */

import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { SQSClient } from '@aws-sdk/client-sqs'
import { Refusal } from '../admin/command.ts'
import { awsCaller } from '../admin/environment/call-aws.ts'
import { refuseStrongReferences } from './refuse-strong-references.ts'
import { stageOfDeploy } from './stage-of-deploy.ts'

/** A slow answer of AWS does not hold up the deployment. */
const PATIENCE_MS = 5_000

const given = process.argv.slice(2)
/** Region of the environment or of the AWS profile. */
const region = await new SQSClient({}).config.region().catch(() => undefined)
// The CDK says so only after the synthesis. `--profile` is a flag of the CDK.
await new SQSClient({ region: region ?? 'us-east-1' }).config.credentials().catch(() => {
  if (!given.some((word) => word.startsWith('--profile')))
    console.error('No AWS credentials were found: set AWS_PROFILE, or AWS_ACCESS_KEY_ID and the others.')
})
const file = fileURLToPath(new URL('../../cdk.json', import.meta.url))
try {
  const send: typeof fetch = (address, options) =>
    fetch(address, { ...options, signal: AbortSignal.timeout(PATIENCE_MS) })
  if (region !== undefined)
    await refuseStrongReferences(awsCaller(region, send), stageOfDeploy(given, readFileSync(file, 'utf8')))
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  console.error(error.message)
  process.exit(1)
}
const { status } = spawnSync('cdk', ['deploy', '--all', ...given], { stdio: 'inherit' })
process.exit(status ?? 1)
