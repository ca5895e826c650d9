/** `sam-env`: the variables of every endpoint, for `sam local start-api --env-vars`. */

import { DEFAULT_SETTINGS, type Deployment, environmentOf } from '#lambda/environment.ts'
import { fromContainer } from '../../sam/container-bridge.ts'
import { SAM_ADDRESS } from '../../sam/deployed-outputs.ts'
import { samFunctions } from '../../sam/sam-functions.ts'
import { samEnvironment } from '../../sam/sam-template.ts'
import type { Command } from '../command.ts'
import type { Place } from '../environment/place.ts'

export const samEnv: Command = {
  summary: 'prints the environment of all functions for sam local',
  more: 'npm run sam writes the same to a file, with the template that belongs to it. Of a deployment, the settings in cdk.json are used.',
  needsTable: false,
  run: async ({ place, print }) => {
    // Reads all declarations, which takes a moment.
    const { declareLambdas } = await import('../../stack/lambdas/declare-lambdas.ts')
    const deployment = {
      stage: place.stage,
      tableName: place.table.name,
      queueUrls: place.queues.urls,
      vaultKeyId: place.vaultKeyId,
      catalogueBucket: place.catalogue.bucket,
      streams: place.streams,
      apiUrl: SAM_ADDRESS,
      ...(await settingsOf(place)),
    }
    const functions = samFunctions(declareLambdas(), '', (spec) => ({
      ...place.environment,
      ...environmentOf(spec, deployment),
    }))
    print(JSON.stringify(samEnvironment(functions, fromContainer), null, 2))
    return 0
  },
}

const settingsOf = async ({ environment, exchanges, accounts }: Place): Promise<Pick<Deployment, 'settings'>> => {
  const isLocal = Object.keys(environment).length > 0
  if (isLocal) return { settings: { ...DEFAULT_SETTINGS, exchanges, accounts, webhookLoopback: 'true' } }
  const { settingsHere } = await import('../../sam/settings-here.ts')
  const { service } = settingsHere()
  return { settings: { ...service, exchanges, accounts } }
}
