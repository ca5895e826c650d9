/** The functions of the service: a thread for each, with its own environment and rights. */

import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Arns, statementsOf } from '#infra/statements.ts'
import { type Deployment, environmentOf } from '#lambda/environment.ts'
import type { DeclaredLambda } from './declared-lambdas.ts'
import { type Lambda, startLambda } from './start-lambda.ts'

export interface LocalLambdasOptions {
  /** Folder of the bundles. */
  readonly folder: string
  readonly deployment: Deployment
  /** Environment of every function. */
  readonly environment: Readonly<Record<string, string>>
  readonly arns: Arns
  readonly log: (line: string) => void
  readonly startLambda?: typeof startLambda
}

export class LocalLambdas {
  readonly #options: LocalLambdasOptions
  readonly #started: Lambda[] = []

  constructor(options: LocalLambdasOptions) {
    this.#options = options
  }

  start(spec: DeclaredLambda, log = this.#options.log): Lambda {
    const { folder, arns } = this.#options
    const lambda = (this.#options.startLambda ?? startLambda)({
      spec,
      granted: statementsOf(spec, arns),
      folder: join(folder, spec.name),
      environment: this.environmentOf(spec),
      worker: pathToFileURL(resolve(folder, 'lambda-worker.mjs')),
      log,
    })
    this.#started.push(lambda)
    return lambda
  }

  environmentOf(spec: DeclaredLambda): Readonly<Record<string, string>> {
    return { ...this.#options.environment, ...environmentOf(spec, this.#options.deployment) }
  }

  async stop(): Promise<void> {
    await Promise.all(this.#started.map((lambda) => lambda.stop()))
  }
}
