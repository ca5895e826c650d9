/** Parameters and answers that several operations have are components, to which the operations point. */

import type { Json } from './document-parts.ts'

export interface SharedParts {
  /** A pointer to the part, which is `name`, or `name` with `suffix` where another part has that name. */
  readonly share: (part: Json, name: string, suffix: string) => Json
  /** The parts, by name. */
  readonly all: () => Json
}

/** A section of the components that begins with the given parts. */
export const sharedParts = (section: 'parameters' | 'responses', given: Json = {}): SharedParts => {
  const parts = new Map<string, unknown>(Object.entries(given))
  const names = new Map([...parts].map(([name, part]) => [JSON.stringify(part), name]))
  return {
    share: (part, name, suffix) => {
      const key = JSON.stringify(part)
      const own = names.get(key) ?? (parts.has(name) ? `${name}${suffix}` : name)
      if (!names.has(key) && parts.has(own)) throw new Error(`two ${section} of the OpenAPI document are called ${own}`)
      names.set(key, own)
      parts.set(own, part)
      return { $ref: `#/components/${section}/${own}` }
    },
    all: () => Object.fromEntries(parts),
  }
}
