/** The settings of a deployment as `cdk.json` has them. */

import { readFileSync } from 'node:fs'
import { contextNode } from '#infra/settings/context-node.ts'
import type { DeploySettings } from '#infra/settings/deploy-settings.ts'
import { readSettings } from '#infra/settings/read-settings.ts'

export const settingsHere = (): DeploySettings => {
  const cdk = JSON.parse(readFileSync(new URL('../../cdk.json', import.meta.url), 'utf8')) as {
    context: Record<string, unknown>
  }
  return readSettings(contextNode(cdk.context))
}
