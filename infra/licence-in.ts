/** Licence of a package: its name, and the whole text if the package has one. */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { mitLicence } from './mit-licence.ts'

export interface Licence {
  /** An SPDX expression. */
  readonly license: string
  /** Texts of its licence and notices; empty if it has no such file. */
  readonly text: string
}

const Manifest = v.object({
  license: v.string(),
  author: v.optional(v.union([v.string(), v.object({ name: v.string() })])),
})

/** Reads the licence of the package in that folder. Throws if it names none. */
export const licenceIn = (folder: string): Licence => {
  const { license, author = 'its authors' } = v.parse(
    Manifest,
    JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')),
  )
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
  const texts = files.sort().map((file) => readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim())
  if (texts.length > 0 || license !== 'MIT') return { license, text: [...new Set(texts)].join('\n\n') }
  return { license, text: mitLicence(typeof author === 'string' ? author : author.name) }
}
