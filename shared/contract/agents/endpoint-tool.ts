/** A tool of agents that runs one endpoint. `npm run openapi` makes it from the declaration of the endpoint. */

import type { Scope } from '#domain/accounts/api-key.ts'

export interface EndpointTool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly method: string
  /** Path with parameters in braces. */
  readonly path: string
  readonly scope: Scope
  /** Tool that shows the effect first and answers the confirmation; null if no confirmation is needed. */
  readonly preview: string | null
  /** JSON Schema of all fields of path, query and body together. */
  readonly inputSchema: { readonly type: 'object' } & Readonly<Record<string, unknown>>
}
