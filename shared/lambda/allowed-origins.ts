/** The web origins that may call from a browser, as the environment of a Lambda names them. */
export const allowedOrigins = (environment: Readonly<Record<string, string | undefined>>): readonly string[] =>
  (environment['CORS_ORIGIN'] ?? '').split(',').filter((origin) => origin !== '')
