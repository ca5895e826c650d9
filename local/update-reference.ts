/** `npm run update-reference -- <version>`: takes Scalar's browser script of that version from npm, packed as it is served. */

import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { SCALAR_VERSION } from '#functions/api/service/reference/scalar-version.ts'

const version = process.argv[2] ?? SCALAR_VERSION
const reference = new URL('../functions/api/service/reference/', import.meta.url)
const folder = mkdtempSync(join(tmpdir(), 'scalar-'))
try {
  const pack = ['pack', '--silent', '--pack-destination', folder, `@scalar/api-reference@${version}`]
  const archive = execFileSync('npm', pack, { encoding: 'utf8' }).trim()
  execFileSync('tar', ['-xzf', join(folder, archive), '-C', folder])
  const script = readFileSync(join(folder, 'package/dist/browser/standalone.js'))
  writeFileSync(new URL('scalar.js.gz', reference), gzipSync(script, { level: 9 }))
  const line = `/** The version of \`@scalar/api-reference\` (MIT) in scalar.js.gz; \`npm run update-reference\` writes both. */\nexport const SCALAR_VERSION = '${version}'\n`
  writeFileSync(new URL('scalar-version.ts', reference), line)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
