/**
 * Replaces Ajv (150 KB) in each bundle of the Model Context Protocol. Only answers to questions of a server are validated with it, and this service
 * asks no client.
 */
export { default as process } from 'node:process'

export class DefaultJsonSchemaValidator {
  /** Throws: a schema that is not checked would be a gap. */
  getValidator(): never {
    throw new Error('this service validates no schema of the Model Context Protocol')
  }
}
