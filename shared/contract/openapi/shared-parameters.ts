/** Parameters that several operations have are components, to which the operations point. */

import type { Json } from './document-parts.ts'

export interface SharedParameters {
  /** Returns a pointer to the parameter, which is called `name`, or `name` with `suffix` if another parameter has that name. */
  readonly share: (parameter: Json, name: string, suffix: string) => Json
  /** Returns the parameters by name. */
  readonly all: () => Json
}

/** A section of the components that begins with the given parameters. */
export const sharedParameters = (given: Json): SharedParameters => {
  const parameters = new Map<string, unknown>(Object.entries(given))
  const names = new Map([...parameters].map(([name, parameter]) => [JSON.stringify(parameter), name]))
  return {
    share: (parameter, name, suffix) => {
      const key = JSON.stringify(parameter)
      const own = names.get(key) ?? (parameters.has(name) ? `${name}${suffix}` : name)
      if (!names.has(key) && parameters.has(own)) {
        throw new Error(`two parameters of the OpenAPI document are called ${own}`)
      }
      names.set(key, own)
      parameters.set(own, parameter)
      return { $ref: `#/components/parameters/${own}` }
    },
    all: () => Object.fromEntries(parameters),
  }
}
