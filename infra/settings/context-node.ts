/** Context of a deployment without an app, which would make a folder for its templates. */

import { type Node, RootConstruct } from 'constructs'

export const contextNode = (context: Readonly<Record<string, unknown>>): Node => {
  const { node } = new RootConstruct()
  for (const [name, value] of Object.entries(context)) node.setContext(name, value)
  return node
}
