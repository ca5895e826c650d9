/** The version of this package. Releases set it beside `package.json`. */
export const VERSION = '1.1.0'
