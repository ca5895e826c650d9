/** The deployment as CloudFormation gets it, from the real bundles, with settings a test chooses. */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { App } from 'aws-cdk-lib'
import { afterAll } from 'vitest'
import { type Bundle, buildBundles } from '#infra/bundles.ts'
import { tradingApp } from '#infra/trading-app.ts'

export interface Resource {
  readonly id: string
  readonly stack: string
  readonly Type: string
  // biome-ignore lint/suspicious/noExplicitAny: templates are as deep as CloudFormation
  readonly Properties: any
  readonly Metadata?: Readonly<Record<string, string>>
  readonly DeletionPolicy?: string
}

export interface Synthesis {
  readonly bundles: readonly Bundle[]
  /** Folder of the cloud assembly. */
  readonly folder: string
  /** How many resources each stack has. */
  readonly resourcesOf: ReadonlyMap<string, number>
  /** Every resource of a type, in all stacks. */
  all(type: string): readonly Resource[]
}

const folder = mkdtempSync(join(tmpdir(), 'deployment-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let bundles: readonly Bundle[] | null = null
let syntheses = 0

/** Throws when cdk-nag finds something that is not accepted with a reason. */
export const synthesize = (settings: Readonly<Record<string, unknown>> = {}): Synthesis => {
  bundles ??= buildBundles(join(folder, 'dist'))
  syntheses += 1
  const outdir = join(folder, `cdk.out-${syntheses}`)
  const cdk = JSON.parse(readFileSync(new URL('../../cdk.json', import.meta.url), 'utf8')) as {
    readonly context: Readonly<Record<string, unknown>>
  }
  // The cdk command sets the last one by itself; SAM finds the bundles through it.
  const context = { ...cdk.context, ...settings, 'aws:cdk:enable-asset-metadata': true }
  const { app, stacks } = tradingApp(join(folder, 'dist'), new App({ context, outdir }))
  const assembly = app.synth()
  const resources = stacks.flatMap(({ stackName: stack }) => {
    const template = assembly.getStackByName(stack).template as { readonly Resources: Record<string, Resource> }
    return Object.entries(template.Resources).map(([id, resource]) => ({ ...resource, id, stack }))
  })
  const resourcesOf = new Map(
    stacks.map(({ stackName }) => [stackName, resources.filter(({ stack }) => stack === stackName).length]),
  )
  return { bundles, folder: outdir, resourcesOf, all: (type) => resources.filter((one) => one.Type === type) }
}
