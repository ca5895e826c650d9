/** Page for browsers: its bundled and compressed scripts and style, named after their content. */

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type BuildOptions, buildSync } from 'esbuild'

export interface Page {
  /** Files that it was made of, relative to the project. */
  readonly inputs: readonly string[]
  /** Files beside `index.html`, each as `<name>.gz`. */
  readonly assets: readonly PageAsset[]
}

export interface PageAsset {
  readonly name: string
  /** Size with gzip, as it is sent. */
  readonly bytes: number
  /** True if the page loads the file at its start, and not with a later part. */
  readonly atStart: boolean
}

/** Address of the files of a page. */
const ADDRESS = '/v1/console/'

/**
 * Bundles the page in `from`, a folder with `index.html`, `main.tsx` and `app.tsx`, into the folder `to`. In `index.html`, `%SCRIPT%` and `%STYLE%`
 * become the addresses of the bundled files. `app.tsx` and the modules that later parts share are one file, because two compress worse.
 */
export const buildPage = (from: string, to: string): Page => {
  rmSync(to, { recursive: true, force: true })
  mkdirSync(to, { recursive: true })
  const { metafile, outputFiles } = buildSync({
    ...BROWSER,
    entryPoints: [join(from, 'main.tsx')],
    inject: [join(from, 'app.tsx')],
    outdir: to,
  })
  const entry = Object.values(metafile.outputs).find(({ entryPoint }) => entryPoint !== undefined)
  const script = Object.entries(metafile.outputs).find(([, output]) => output === entry)?.[0]
  const style = entry?.cssBundle
  if (entry === undefined || script === undefined || style === undefined) throw new Error(`${from} is no page`)
  const first = new Set([script, style, ...entry.imports.flatMap(atStart)])
  const assets = outputFiles.map(({ path, contents }): PageAsset => {
    const packed = gzipSync(contents, { level: 9 })
    const name = basename(path)
    writeFileSync(join(to, `${name}.gz`), packed)
    return { name, bytes: packed.length, atStart: [...first].some((one) => basename(one) === name) }
  })
  const template = join(from, 'index.html')
  const html = readFileSync(template, 'utf8')
    .replace('%SCRIPT%', `${ADDRESS}${basename(script)}`)
    .replace('%STYLE%', `${ADDRESS}${basename(style)}`)
  writeFileSync(join(to, 'index.html'), html)
  return { inputs: [...Object.keys(metafile.inputs), template], assets }
}

const atStart = ({ kind, path }: { readonly kind: string; readonly path: string }): readonly string[] =>
  kind === 'import-statement' ? [path] : []

const BROWSER = {
  bundle: true,
  minify: true,
  splitting: true,
  write: false,
  metafile: true,
  platform: 'browser',
  format: 'esm',
  // Browsers of the last two years.
  target: ['chrome123', 'firefox125', 'safari17.5'],
  jsx: 'automatic',
  jsxImportSource: 'preact',
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  define: { 'process.env.NODE_ENV': '"production"' },
  legalComments: 'none',
  logLevel: 'error',
} satisfies BuildOptions
