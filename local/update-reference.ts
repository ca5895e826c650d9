/**
 * `npm run update-reference -- <version>`: takes Scalar's browser script of that version from npm, packed as it is served. Writes beside it
 * the hash npm publishes of the package it is from, the script's own, and the packages inside the script with their licences.
 */

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import * as v from 'valibot'
import { SCALAR_VERSION } from '#functions/api/service/reference/scalar-version.ts'
import { licenceIn } from '#infra/licence-in.ts'
import type { ReferenceOrigin } from '#infra/reference-origin.ts'

const PACKAGE = '@scalar/api-reference'

const SourceMap = v.object({ sources: v.array(v.string()) })

interface Part {
  readonly name: string
  readonly version: string
}

const main = (version: string): void => {
  const folder = mkdtempSync(join(tmpdir(), 'scalar-'))
  try {
    const npm = (...words: readonly string[]): string =>
      execFileSync('npm', words, { cwd: folder, encoding: 'utf8' }).trim()
    const integrity = npm('view', `${PACKAGE}@${version}`, 'dist.integrity')
    const archive = readFileSync(join(folder, npm('pack', '--silent', `${PACKAGE}@${version}`)))
    if (integrity !== `sha512-${createHash('sha512').update(archive).digest('base64')}`)
      throw new Error(`npm answered another package than the one whose hash it publishes: ${integrity}`)
    execFileSync('tar', ['-xz', '-C', folder], { input: archive })
    const script = readFileSync(join(folder, 'package/dist/browser/standalone.js'))
    const map = readFileSync(join(folder, 'package/dist/browser/standalone.js.map'), 'utf8')
    const parts = partsOf(v.parse(SourceMap, JSON.parse(map)).sources)

    writeFileSync(join(folder, 'package.json'), '{}')
    const install = (...specs: readonly string[]) =>
      npm('install', '--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--silent', ...specs)
    install(`${PACKAGE}@${version}`)
    const folderOf = ({ name }: Part): string => join(folder, 'node_modules', name)
    const missing = parts.filter((part) => !existsSync(folderOf(part)))
    if (missing.length > 0) install(...missing.map(({ name, version: exact }) => `${name}@${exact}`))

    const origin: ReferenceOrigin = {
      name: PACKAGE,
      version,
      integrity,
      scriptSha256: createHash('sha256').update(script).digest('hex'),
      // The licence of a part is read from the installed version, which may be a later one of the same package.
      parts: parts.map((part) => ({ ...part, ...licenceIn(folderOf(part)) })),
    }
    const reference = new URL('../functions/api/service/reference/', import.meta.url)
    writeFileSync(new URL('scalar.js.gz', reference), gzipSync(script, { level: 9 }))
    writeFileSync(new URL('scalar-origin.json', reference), `${JSON.stringify(origin, null, 2)}\n`)
    const line = `/** The version of \`@scalar/api-reference\` (MIT) in scalar.js.gz; \`npm run update-reference\` writes both. */\nexport const SCALAR_VERSION = '${version}'\n`
    writeFileSync(new URL('scalar-version.ts', reference), line)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The packages a script was bundled from, by its source map, which names them as pnpm stores them. */
const partsOf = (sources: readonly string[]): readonly Part[] => {
  const found = sources.flatMap((source) => {
    const [, stored = '', name = ''] = /\.pnpm\/([^/]+)\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source) ?? []
    const version = /^@?[^@]+@([^_(]+)/.exec(stored)?.[1]
    return version === undefined ? [] : [`${name} ${version}`]
  })
  return [...new Set(found)].sort().map((each) => {
    const [name = '', version = ''] = each.split(' ')
    return { name, version }
  })
}

main(process.argv[2] ?? SCALAR_VERSION)
