/** Files of a package of an exchange, from the registry, at test time: nothing of theirs is in this repository. */

import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A source package of Python of exactly this version and content. */
export interface OfficialPackage {
  readonly name: string
  readonly version: string
  readonly sha256: string
}

/** The folder of its files; null, and a line that says why, if this machine has no pip or cannot reach the registry. Throws for another content. */
export const officialPackage = async ({ name, version, sha256 }: OfficialPackage): Promise<string | null> => {
  const folder = mkdtempSync(join(tmpdir(), 'official-'))
  const expected = join(folder, 'requirements.txt')
  // With hashes, pip refuses any other content before it looks into the package.
  writeFileSync(expected, `${name}==${version} --hash=sha256:${sha256}\n`)
  const options = ['--no-deps', '--no-binary', ':all:', '--ignore-requires-python', '--require-hashes']
  try {
    await run('pip', ['download', '--quiet', ...options, '--requirement', expected, '--dest', folder], {
      timeout: PATIENCE_MS,
    })
  } catch (error) {
    if (String(error).includes('DO NOT MATCH THE HASHES')) throw error
    const [why = ''] = String(error)
      .split('\n')
      .filter((line) => line.includes('ERROR'))
    console.log(`${name} ${version} could not be had, and its fixtures are not read: ${why || String(error)}`)
    return null
  }
  const [archive] = readdirSync(folder).filter((file) => file.endsWith('.tar.gz'))
  if (archive === undefined) throw new Error(`pip has stored no source of ${name}`)
  await run('tar', ['--extract', '--gzip', '--file', join(folder, archive), '--directory', folder])
  return join(folder, archive.replace('.tar.gz', ''))
}

const PATIENCE_MS = 180_000

/** Dictionaries that Python files contain as literals. A name in one is its own text. */
export const dictionariesIn = async (files: readonly string[]): Promise<readonly unknown[]> => {
  const { stdout } = await run('python3', ['-c', READ_LITERALS, ...files], { maxBuffer: 64 * 1024 * 1024 })
  const found: unknown = JSON.parse(stdout)
  return Array.isArray(found) ? found : []
}

const READ_LITERALS = `
import ast, json, sys
def plain(node):
    if isinstance(node, ast.Dict):
        return {str(plain(k)): plain(v) for k, v in zip(node.keys, node.values) if k is not None}
    if isinstance(node, (ast.List, ast.Tuple)):
        return [plain(item) for item in node.elts]
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, (str, int, float, bool, type(None))) else str(node.value)
    if isinstance(node, ast.Name):
        return node.id
    return None
found = []
for file in sys.argv[1:]:
    for node in ast.walk(ast.parse(open(file).read())):
        if isinstance(node, ast.Dict):
            found.append(plain(node))
print(json.dumps(found))
`
