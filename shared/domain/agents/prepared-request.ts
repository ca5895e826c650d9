/** A request to an endpoint of this service: it is complete, and not sent yet. */

export interface PreparedRequest {
  readonly method: string
  /** Path with its parameters and its query. */
  readonly path: string
  /** JSON text; null for no body. */
  readonly body: string | null
}
