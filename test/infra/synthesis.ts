/** The deployment as CloudFormation gets it, with settings a test chooses. */

import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { App } from 'aws-cdk-lib'
import { LAMBDAS } from '#infra/bundles.ts'
import { FEATURE_FLAGS } from '#infra/feature-flags.ts'
import { tradingApp } from '#infra/trading-app.ts'
import { once } from '#test/support/run/once.ts'

/** A template as CloudFormation gets it. */
export interface Template {
  readonly Resources: Readonly<Record<string, Omit<Resource, 'id' | 'stack'>>>
  readonly Outputs?: Readonly<Record<string, { readonly Value: unknown; readonly Export?: { readonly Name: string } }>>
}

export interface Resource {
  readonly id: string
  readonly stack: string
  readonly Type: string
  // biome-ignore lint/suspicious/noExplicitAny: templates are as deep as CloudFormation
  readonly Properties: any
  readonly Metadata?: Readonly<Record<string, string>>
  readonly DeletionPolicy?: string
  readonly DependsOn?: readonly string[]
}

export interface Synthesis {
  /** Folder of the cloud assembly. */
  readonly folder: string
  /** How many resources each stack has. */
  readonly resourcesOf: ReadonlyMap<string, number>
  /** How many bytes the template of each stack has. */
  readonly bytesOf: ReadonlyMap<string, number>
  /** The template of each stack, in the order they are deployed. */
  readonly templates: ReadonlyMap<string, Template>
  /** All resources of all stacks. */
  readonly everything: readonly Resource[]
  /** Every resource of a type, in all stacks. */
  all(type: string): readonly Resource[]
}

/** A folder for each Lambda, as the bundler leaves it: `bundles.test.ts` looks at the real ones, which take it half a minute. */
const standInBundles = (): string =>
  once('stand-ins', (folder) => {
    for (const { handler } of LAMBDAS) {
      const { name } = handler.spec
      mkdirSync(join(folder, name), { recursive: true })
      writeFileSync(join(folder, name, 'index.mjs'), `export const name = '${name}'`)
      writeFileSync(join(folder, name, 'index.mjs.map'), '{}')
    }
    return folder
  })

/** The deployment of both exchanges with the other settings of `cdk.json`. Throws as `synthesizeWith` does. */
export const synthesize = (): Synthesis =>
  read(once('synthesis', (folder) => assemble({ accounts: 'production' }, folder)))

/** Settings that several tests look at: each choice of settings is a synthesis of its own, which takes some seconds. */
export const LIVE_STAGE = { stage: 'live', alarmEmail: 'me@example.com' }

/** The deployment with these settings, made once in a run. Throws when cdk-nag finds something that is not accepted with a reason. */
export const synthesizeWith = (settings: Readonly<Record<string, unknown>>): Synthesis => {
  const name = createHash('sha256').update(JSON.stringify(settings)).digest('hex').slice(0, 16)
  // Only the templates are read: the bundles are not copied beside them again.
  const context = { ...settings, 'aws:cdk:disable-asset-staging': true }
  return read(once(`synthesis-${name}`, (folder) => assemble(context, folder)))
}

interface Assembled {
  readonly folder: string
  readonly stacks: readonly string[]
  readonly templates: readonly Template[]
  readonly resources: readonly Resource[]
}

const assemble = (settings: Readonly<Record<string, unknown>>, outdir: string): Assembled => {
  const cdk = JSON.parse(readFileSync(new URL('../../cdk.json', import.meta.url), 'utf8')) as {
    readonly context: Readonly<Record<string, unknown>>
  }
  // The cdk command sets the last one automatically; SAM finds the bundles through it.
  const context = { ...FEATURE_FLAGS, ...cdk.context, ...settings, 'aws:cdk:enable-asset-metadata': true }
  // The CDK's own validation takes seconds. The validation runs in a synthesis by hand and in CI.
  const given = new App({ context, outdir, builtinCloudFormationValidation: false })
  const { app, stacks } = tradingApp(standInBundles(), given)
  const assembly = app.synth()
  const resources = stacks.flatMap(({ stackName: stack }) => {
    const template = assembly.getStackByName(stack).template as { readonly Resources: Record<string, Resource> }
    return Object.entries(template.Resources).map(([id, resource]) => ({ ...resource, id, stack }))
  })
  // In the order in which `cdk deploy --all` deploys them.
  const deployed = assembly.stacks
  const templates = deployed.map(({ template }) => template as Template)
  return { folder: outdir, stacks: deployed.map(({ stackName }) => stackName), templates, resources }
}

const read = ({ folder, stacks, templates, resources }: Assembled): Synthesis => ({
  folder,
  resourcesOf: new Map(stacks.map((name) => [name, resources.filter(({ stack }) => stack === name).length])),
  bytesOf: new Map(stacks.map((name, place) => [name, JSON.stringify(templates[place]).length])),
  templates: new Map(stacks.map((name, place) => [name, templates[place] as Template])),
  everything: resources,
  all: (type) => resources.filter((one) => one.Type === type),
})
