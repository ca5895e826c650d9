/** Entry point of `cdk`: builds the bundles and synthesizes the deployment. */

import { App } from 'aws-cdk-lib'
import { buildBundles } from './bundles.ts'
import { FEATURE_FLAGS } from './feature-flags.ts'
import { readSettings } from './settings/read-settings.ts'
import { SettingRefused } from './settings/setting-refused.ts'
import { tradingApp } from './trading-app.ts'

try {
  // The values of cdk.json and of -c have precedence.
  const app = new App({ context: { ...FEATURE_FLAGS } })
  // A wrong setting is refused before the slow bundling.
  readSettings(app.node)
  buildBundles('dist')
  tradingApp('dist', app, (words) => console.error(`${words}\n`)).app.synth()
} catch (error) {
  if (!(error instanceof SettingRefused)) throw error
  console.error(error.message)
  process.exit(1)
}
