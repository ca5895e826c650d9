/** Packages whose code this project ships: in the bundles of the Lambdas, the client, the console, and the reference page. */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import * as v from 'valibot'
import { BUNDLING, type Bundle } from './bundles.ts'
import { licenceIn } from './licence-in.ts'
import { mitLicence } from './mit-licence.ts'
import { buildPage } from './page.ts'
import { referenceOrigin } from './reference-origin.ts'

/** Shipped parts. */
export type ShippedIn = 'functions' | 'client' | 'console' | 'reference page'

export interface ShippedPackage {
  readonly name: string
  readonly version: string
  /** An SPDX expression. */
  readonly license: string
  /** Texts of its licence and notices; empty if it has none. */
  readonly text: string
  readonly shippedIn: readonly ShippedIn[]
  /** Hash of the package in npm; null for packages inside the script of the reference page. */
  readonly integrity: string | null
}

/** Packages by name and version, from the inputs of the bundles and not from the installed packages. */
export const shippedPackages = (bundles: ReadonlyArray<Pick<Bundle, 'inputs'>>): readonly ShippedPackage[] => {
  const lock = v.parse(Lock, JSON.parse(readFileSync('package-lock.json', 'utf8'))).packages
  const ofFunctions = bundles.flatMap(({ inputs }) => [...inputs].flatMap(([path, bytes]) => (bytes > 0 ? [path] : [])))
  const places = new Map<string, Set<ShippedIn>>()
  for (const [part, inputs] of [
    ['functions', ofFunctions],
    ['client', inputsOfClient()],
    ['console', inputsOfConsole()],
  ] as const)
    for (const folder of inputs.flatMap(packageFolder))
      places.set(folder, (places.get(folder) ?? new Set<ShippedIn>()).add(part))
  const installed = [...places].map(([folder, shippedIn]): ShippedPackage => {
    const { name, version } = v.parse(Manifest, JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
    return {
      name,
      version,
      ...licenceIn(folder),
      shippedIn: [...shippedIn],
      integrity: lock[folder]?.integrity ?? null,
    }
  })
  return merged([...installed, ...ofReferencePage()])
}

const Manifest = v.object({ name: v.string(), version: v.string() })
const Lock = v.object({ packages: v.record(v.string(), v.object({ integrity: v.optional(v.string()) })) })

/** Folder of the package that a file belongs to; none for files of our own. */
const packageFolder = (path: string): readonly string[] => {
  const found = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)
  return found === null ? [] : [found[0]]
}

const inputsOfClient = (): readonly string[] => {
  const entryPoints = ['client/trading-client.ts', 'client/cli/cli.ts']
  const { metafile } = buildSync({ ...BUNDLING, entryPoints, write: false, outdir: 'dist', metafile: true })
  return Object.values(metafile.outputs).flatMap(({ inputs }) => Object.keys(inputs))
}

const inputsOfConsole = (): readonly string[] => {
  const folder = mkdtempSync(join(tmpdir(), 'page-'))
  try {
    return buildPage('client/console', folder).inputs
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const ofReferencePage = (): readonly ShippedPackage[] => {
  const { name, version, integrity, parts } = referenceOrigin()
  const page = { shippedIn: ['reference page'], integrity: null } as const
  return [
    { name, version, license: 'MIT', text: mitLicence('2023-present Scalar'), ...page, integrity },
    ...parts.map((part) => ({ ...part, ...page })),
  ]
}

const merged = (packages: readonly ShippedPackage[]): readonly ShippedPackage[] => {
  const byId = new Map<string, ShippedPackage>()
  for (const each of packages) {
    const before = byId.get(idOf(each))
    byId.set(
      idOf(each),
      before === undefined ? each : { ...before, shippedIn: [...new Set([...before.shippedIn, ...each.shippedIn])] },
    )
  }
  return [...byId.values()].sort((a, b) => (idOf(a) < idOf(b) ? -1 : 1))
}

const idOf = ({ name, version }: ShippedPackage): string => `${name}@${version}`
