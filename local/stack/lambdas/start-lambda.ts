/** A thread that runs the bundle of a Lambda, as a container of AWS does: started with its first call, and killed when a call takes too long. */

import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { Statement } from '#infra/statements.ts'
import { DEFAULT_MEMORY_MB, DEFAULT_TIMEOUT_S } from '#lambda/declaration.ts'

export interface Invocation {
  readonly id: number
  readonly event: unknown
  readonly awsRequestId: string
  readonly deadline: number
}

/** Data that a thread is started with. */
export interface WorkerData {
  readonly name: string
  /** The URL of its bundle. */
  readonly file: string
  readonly granted: readonly Statement[]
}

export type Outcome = { readonly id: number; readonly value: unknown } | { readonly id: number; readonly error: string }

export interface LambdaOptions {
  readonly spec: { readonly name: string; readonly timeoutS?: number; readonly memoryMb?: number }
  /** Statements of its role. */
  readonly granted: readonly Statement[]
  /** Folder of its bundle. */
  readonly folder: string
  readonly environment: Readonly<Record<string, string>>
  /** The bundle of `lambda-worker.ts`: the source would take each thread longer to load. */
  readonly worker: URL
  /** Takes each line of its log. */
  readonly log?: (line: string) => void
  /** How long it waits for the next call, as AWS keeps a container for a while. */
  readonly idleMs?: number
}

export interface Lambda {
  /** Throws what the handler threw, or that its time was over. */
  invoke(event: unknown): Promise<unknown>
  stop(): Promise<void>
}

/** A thread that is needed every few seconds stays; one that is needed once a minute does not hold memory in between. */
const IDLE_MS = 30_000

/**
 * MB of the young generation. V8 would take 48, for each thread that is busy for a while. With 12, sixteen lists of 100 orders at once spend a
 * quarter of their time in garbage collection.
 */
const YOUNG_MB = 24

export const startLambda = (options: LambdaOptions): Lambda => new LambdaThread(options)

class LambdaThread implements Lambda {
  readonly #options: LambdaOptions
  readonly #log: (line: string) => void
  readonly #timeoutMs: number
  /** Calls without an outcome, by their numbers. */
  readonly #waiting = new Map<number, (outcome: Outcome) => void>()
  #worker: Worker | null = null
  #sequence = 0
  #idle: NodeJS.Timeout | undefined

  constructor(options: LambdaOptions) {
    this.#options = options
    this.#log = options.log ?? console.log
    this.#timeoutMs = (options.spec.timeoutS ?? DEFAULT_TIMEOUT_S) * 1_000
  }

  // A route and a schedule get the function without its object.
  readonly invoke = async (event: unknown): Promise<unknown> => {
    clearTimeout(this.#idle)
    this.#worker ??= this.#start()
    const outcome = await this.#call(this.#worker, event)
    if ('error' in outcome) throw new Error(outcome.error)
    return outcome.value
  }

  readonly stop = async (): Promise<void> => {
    clearTimeout(this.#idle)
    await this.#worker?.terminate()
  }

  #start(): Worker {
    const { spec, environment } = this.#options
    const started = new Worker(this.#options.worker, {
      // Debuggers show the name.
      name: spec.name,
      env: { ...environment, NODE_NO_WARNINGS: '1' },
      resourceLimits: {
        maxOldGenerationSizeMb: spec.memoryMb ?? DEFAULT_MEMORY_MB,
        maxYoungGenerationSizeMb: YOUNG_MB,
      },
      stdout: true,
      stderr: true,
      workerData: {
        name: spec.name,
        file: pathToFileURL(resolve(this.#options.folder, 'index.mjs')).href,
        granted: this.#options.granted,
      } satisfies WorkerData,
    })
    for (const stream of [started.stdout, started.stderr]) createInterface(stream).on('line', this.#log)
    started.on('message', (outcome: Outcome) => this.#settle(outcome))
    started.on('error', (error) => this.#failAll(`${spec.name} died: ${String(error)}`))
    started.on('exit', () => {
      if (this.#worker === started) this.#failAll(`${spec.name} was stopped`)
    })
    return started
  }

  #call(worker: Worker, event: unknown): Promise<Outcome> {
    this.#sequence += 1
    const id = this.#sequence
    return new Promise((settle) => {
      const timer = setTimeout(() => settle(this.#kill(worker, id)), this.#timeoutMs)
      this.#waiting.set(id, (outcome) => {
        clearTimeout(timer)
        settle(outcome)
      })
      const deadline = Date.now() + this.#timeoutMs
      worker.postMessage({ id, event, awsRequestId: randomUUID(), deadline } satisfies Invocation)
    })
  }

  #settle(outcome: Outcome): void {
    this.#waiting.get(outcome.id)?.(outcome)
    this.#waiting.delete(outcome.id)
    if (this.#waiting.size > 0) return
    this.#idle = setTimeout(() => this.#end(), this.#options.idleMs ?? IDLE_MS).unref()
  }

  /** Kills the thread with all its calls, as AWS kills the container. Returns the outcome of the call that took too long. */
  #kill(worker: Worker, id: number): Outcome {
    const { name } = this.#options.spec
    this.#waiting.delete(id)
    this.#failAll(`${name} was killed because a call took longer than ${this.#timeoutMs} ms`)
    void worker.terminate()
    const message = 'a call took too long: its function was killed'
    this.#log(JSON.stringify({ level: 'error', message, function: name }))
    return { id, error: `${name} timed out after ${this.#timeoutMs} ms` }
  }

  #failAll(error: string): void {
    this.#worker = null
    clearTimeout(this.#idle)
    for (const [id, settle] of this.#waiting) settle({ id, error })
    this.#waiting.clear()
  }

  #end(): void {
    const ending = this.#worker
    this.#worker = null
    void ending?.terminate()
  }
}
