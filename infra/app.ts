/** What `cdk` runs: builds the bundles and synthesizes the deployment. */

import { buildBundles } from './bundles.ts'
import { tradingApp } from './trading-app.ts'

buildBundles('dist')
tradingApp('dist', undefined, (words) => console.error(`${words}\n`)).app.synth()
