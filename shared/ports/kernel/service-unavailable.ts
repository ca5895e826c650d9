/** Error of the table and the key service when they do not answer. */

/**
 * A part of the service does not answer, also after several tries. A write may have taken effect. Repeating the request is safe as far as
 * the request itself is.
 */
export class ServiceUnavailable extends Error {
  constructor(part: string, cause: unknown) {
    super(`${part} does not answer: ${String(cause)}`, { cause })
    this.name = 'ServiceUnavailable'
  }
}
