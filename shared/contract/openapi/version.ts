/** The version of the service, in the OpenAPI document and the health. */
export const VERSION = '1.1.0'
