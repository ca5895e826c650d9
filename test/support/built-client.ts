/** The client as npm installs it: compiled, in a folder outside the repository, with the packages that it depends on. */

import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

export interface BuiltClient {
  /** A project that has the client installed, and its examples beside. */
  readonly folder: string
  /** The compiled command. */
  readonly pmt: string
  readonly remove: () => void
}

/** Packages beside its own dependencies: theirs, and one that an example needs. */
const ALSO = ['openapi-typescript-helpers', 'standardwebhooks', '@stablelib', 'fast-sha256', 'ws']

export const builtClient = (): BuiltClient => {
  const folder = mkdtempSync(join(tmpdir(), 'client-'))
  const { name, dependencies, scripts, bin } = JSON.parse(readFileSync('client/package.json', 'utf8'))
  const installed = join(folder, 'node_modules', name)
  mkdirSync(installed, { recursive: true })
  const env = { ...process.env, PATH: `${resolve('node_modules/.bin')}:${process.env['PATH']}` }
  // The build of the package, into another folder: several tests may build at a time.
  const build = String(scripts.build).replaceAll(/\bdist\b/g, join(installed, 'dist'))
  execFileSync('sh', ['-c', build], { cwd: 'client', env, stdio: 'pipe' })
  cpSync('client/package.json', join(installed, 'package.json'))
  for (const each of [...Object.keys(dependencies), ...ALSO]) {
    const link = join(folder, 'node_modules', each)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(resolve('node_modules', each), link)
  }
  cpSync('client/examples', folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  return {
    folder,
    pmt: join(installed, bin.pmt),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
