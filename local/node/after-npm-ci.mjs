/** Installs the Node of the project after a plain `npm ci`, which runs this as its `postinstall`. */

import { hasProjectNode, installProjectNode, problemOfNode } from './project-node.mjs'

/** npm runs this also if it is asked to change nothing. */
const changesNothing = ['npm_config_dry_run', 'npm_config_package_lock_only'].some((one) => process.env[one] === 'true')

const problem = problemOfNode()
if (problem !== null) {
  console.error(problem)
  process.exit(1)
}
if (!changesNothing && !hasProjectNode()) {
  const { code, said } = await installProjectNode()
  if (code !== 0) console.error(said)
  process.exitCode = code
}
