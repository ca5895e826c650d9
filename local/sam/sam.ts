/** `npm run sam`: writes what `sam local start-api` needs to run every endpoint in a container, and starts what they call. */

import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { environmentOf } from '#lambda/environment.ts'
import { failureOfStart } from '../failure-of-start.ts'
import { declareLambdas } from '../stack/lambdas/declare-lambdas.ts'
import { runBundler } from '../stack/lambdas/run-bundler.ts'
import { startService } from '../stack/start-service.ts'
import { writePrivateFile } from '../write-private-file.ts'
import {
  fromContainer,
  HOST_OF_CONTAINERS,
  HOST_OF_ROOTLESS,
  loopbackIn,
  startContainerBridge,
} from './container-bridge.ts'
import { deployedOutputs } from './deployed-outputs.ts'
import { deployedSettings } from './deployed-settings.ts'
import { samFunctions } from './sam-functions.ts'
import { samOptions } from './sam-options.ts'
import { type SamFunction, samEnvironment, samTemplate } from './sam-template.ts'
import { settingsHere } from './settings-here.ts'

const USAGE = `npm run sam                               starts the table, queues, keys and simulated exchanges, and points the functions to them
npm run sam -- --deployed outputs.json    points the endpoints to a deployment, and starts nothing

Both write a template and an environment for the SAM CLI, and print the command that runs the endpoints in its containers.
The first needs no AWS account. Queues are emptied and schedules run by this command, not by SAM.

--deployed   outputs of a deployment: npx cdk deploy --all --outputs-file outputs.json
--help       prints this page

PORT=8788 LOCAL_DIR=.local-2              as for npm start`

const { PORT = '8787', LOCAL_DIR = '.local' } = process.env
const folder = resolve(LOCAL_DIR, 'sam')
const progress = (text: string): void => console.log(`${process.uptime().toFixed(1).padStart(5)} s  ${text}`)

const write = (functions: readonly SamFunction[]): string => {
  const [template, environment] = [join(folder, 'template.json'), join(folder, 'environment.json')]
  mkdirSync(folder, { recursive: true })
  const architecture = process.arch === 'arm64' ? 'arm64' : 'x86_64'
  writePrivateFile(template, `${JSON.stringify(samTemplate(functions, architecture), null, 2)}\n`)
  // The file holds all addresses, and no key of a user.
  writePrivateFile(environment, `${JSON.stringify(samEnvironment(functions, fromContainer), null, 2)}\n`)
  return `sam local start-api --template ${template} --env-vars ${environment} --warm-containers LAZY`
}

/** The folder of the bundles, each in its own: a container sees only the folder of its function. */
const bundled = async (): Promise<string> => {
  progress('bundling each function by itself, as it is deployed')
  const bundles = join(folder, 'bundles')
  await runBundler(new URL('bundle-process.ts', import.meta.url), bundles)
  return bundles
}

const local = async (): Promise<void> => {
  process.umask(0o077)
  const service = await startService({ port: Number(PORT), dir: LOCAL_DIR, log: () => undefined, progress })
  const { declared, environmentOf: environmentFor } = service.functions
  const functions = samFunctions(declared, await bundled(), environmentFor)
  const bridge = await startContainerBridge(
    loopbackIn(functions.flatMap(({ environment }) => Object.values(environment))),
  )
  const command = write(functions)
  const host = bridge.address === null ? '' : ` --add-host ${HOST_OF_CONTAINERS}:${bridge.address}`
  const rootless =
    process.platform === 'linux' && bridge.address === null
      ? `\nWith rootless Docker or podman add --add-host ${HOST_OF_CONTAINERS}:${HOST_OF_ROOTLESS}\n`
      : ''
  console.log(`
Everything but the endpoints runs. In another terminal, with Docker and the SAM CLI:

  ${command}${host}
${rootless}
Then, with ${declared.routes.length + 1} endpoints at http://127.0.0.1:3000:

  curl -s http://127.0.0.1:3000/v1/subaccounts -H 'x-api-key: ${service.apiKey}'

The same service answers without SAM at ${service.baseUrl}. Ctrl-C ends it.`)
  const stop = (): void => {
    bridge.stop()
    service.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.once('SIGINT', stop).once('SIGTERM', stop)
}

const deployed = async (outputs: string): Promise<void> => {
  const lambdas = declareLambdas()
  const queues = lambdas.consumers.map(({ queue }) => queue)
  const deployment = { ...deployedOutputs(outputs, queues), ...deployedSettings(outputs, settingsHere()) }
  const functions = samFunctions(lambdas, await bundled(), (spec) => environmentOf(spec, deployment))
  console.log(`
The endpoints use the table ${deployment.tableName} with ${deployment.settings.accounts} accounts and its queues, with the rights of your AWS credentials:

  ${write(functions)}`)
}

const main = async (): Promise<void> => {
  const { help, outputs } = samOptions(process.argv.slice(2))
  if (help) return console.log(USAGE)
  if (outputs === null) await local()
  else await deployed(outputs)
}

await main().catch((error: unknown) => {
  console.error(failureOfStart(error, { port: Number(PORT), dir: LOCAL_DIR, command: 'npm run sam' }))
  process.exit(1)
})
