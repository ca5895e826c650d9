/** Version of `@scalar/api-reference` (MIT) in scalar.js.gz; `npm run update-reference` writes both. */
export const SCALAR_VERSION = '1.72.1'
