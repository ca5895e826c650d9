/** Origin of the vendored script of the reference page, as `npm run update-reference` found it. */

import { readFileSync } from 'node:fs'
import * as v from 'valibot'

const Origin = v.object({
  name: v.string(),
  version: v.string(),
  /** Hash of the package that npm publishes. */
  integrity: v.string(),
  /** Hash of the unpacked script in that package. */
  scriptSha256: v.string(),
  /** Packages that it was bundled from, besides those of its own project. */
  parts: v.array(v.object({ name: v.string(), version: v.string(), license: v.string(), text: v.string() })),
})
export type ReferenceOrigin = v.InferOutput<typeof Origin>

const FILE = new URL('../functions/api/service/reference/scalar-origin.json', import.meta.url)

export const referenceOrigin = (): ReferenceOrigin => v.parse(Origin, JSON.parse(readFileSync(FILE, 'utf8')))
