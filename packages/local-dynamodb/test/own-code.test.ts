/** The package shares no code with the rest of the repository. */

import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import manifest from '../package.json' with { type: 'json' }

const FOLDER = fileURLToPath(new URL('..', import.meta.url))
const DEPENDENCIES = Object.keys(manifest.devDependencies)
const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))

const importsOf = (file: string): readonly string[] =>
  [
    ...readFileSync(join(FOLDER, file), 'utf8').matchAll(/^(?:import|export|\}).*? from '([^']+)'|^import '([^']+)'/gm),
  ].map(([, from, alone]) => from ?? alone ?? '')

const isOwn = (file: string, name: string): boolean => {
  if (name.startsWith('.')) return !relative(FOLDER, join(FOLDER, dirname(file), name)).startsWith('..')
  return name.startsWith('node:') || DEPENDENCIES.some((known) => name === known || name.startsWith(`${known}/`))
}

it('imports nothing but itself and its dependencies', () => {
  expect(files.length).toBeGreaterThan(20)
  expect(files.flatMap((file) => importsOf(file).filter((name) => !isOwn(file, name)))).toEqual([])
})
