/** A request to an endpoint of this service: it is complete, and not sent yet. */

export interface PreparedRequest {
  readonly method: string
  /** Path with its parameters and its query. */
  readonly path: string
  /** JSON value; undefined for no body. */
  readonly body: Readonly<Record<string, unknown>> | undefined
}
