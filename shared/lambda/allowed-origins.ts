/** Web origins that may call from a browser, from the environment of a Lambda. */
export const allowedOrigins = (environment: Readonly<Record<string, string | undefined>>): readonly string[] =>
  (environment['CORS_ORIGIN'] ?? '').split(',').filter((origin) => origin !== '')
