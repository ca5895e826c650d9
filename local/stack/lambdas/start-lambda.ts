/**
 * A thread that runs the bundle of a Lambda, as a container of AWS does. The first call starts it, and a call that takes too long ends it. As in
 * AWS, the time of a call begins when the bundle is loaded. On a busy machine that takes seconds.
 */

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

/** Message of a thread: its bundle is loaded, or a call has ended. */
export type Report = 'ready' | Outcome

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

/** How long a thread may take to load its bundle. AWS allows 10 s, with two cores for it alone. */
const START_MS = 60_000

export const startLambda = (options: LambdaOptions): Lambda => new LambdaThread(options)

interface Thread {
  readonly worker: Worker
  /** Resolves when its bundle is loaded; never if that fails. */
  readonly ready: Promise<void>
}

class LambdaThread implements Lambda {
  readonly #options: LambdaOptions
  readonly #log: (line: string) => void
  readonly #timeoutMs: number
  /** Calls without an outcome, by their numbers. */
  readonly #waiting = new Map<number, (outcome: Outcome) => void>()
  #thread: Thread | null = null
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
    this.#thread ??= this.#start()
    const outcome = await this.#call(this.#thread, event)
    if ('error' in outcome) throw new Error(outcome.error)
    return outcome.value
  }

  readonly stop = async (): Promise<void> => {
    clearTimeout(this.#idle)
    await this.#thread?.worker.terminate()
  }

  #start(): Thread {
    const { spec, environment } = this.#options
    const worker = new Worker(this.#options.worker, {
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
    for (const stream of [worker.stdout, worker.stderr]) createInterface(stream).on('line', this.#log)
    const ready = new Promise<void>((begin) => {
      worker.on('message', (report: Report) => {
        if (report === 'ready') begin()
        else this.#settle(report)
      })
    })
    const thread = { worker, ready }
    worker.on('error', (error) => this.#failAll(`${spec.name} died: ${String(error)}`))
    worker.on('exit', () => {
      if (this.#thread === thread) this.#failAll(`${spec.name} was stopped`)
    })
    return thread
  }

  #call({ worker, ready }: Thread, event: unknown): Promise<Outcome> {
    this.#sequence += 1
    const id = this.#sequence
    return new Promise((settle) => {
      const killAfter = (ms: number) => setTimeout(() => settle(this.#kill(worker, id, ms)), ms)
      let timer = killAfter(START_MS)
      this.#waiting.set(id, (outcome) => {
        clearTimeout(timer)
        settle(outcome)
      })
      void ready.then(() => {
        if (!this.#waiting.has(id)) return
        clearTimeout(timer)
        timer = killAfter(this.#timeoutMs)
        const deadline = Date.now() + this.#timeoutMs
        worker.postMessage({ id, event, awsRequestId: randomUUID(), deadline } satisfies Invocation)
      })
    })
  }

  #settle(outcome: Outcome): void {
    this.#waiting.get(outcome.id)?.(outcome)
    this.#waiting.delete(outcome.id)
    if (this.#waiting.size > 0) return
    this.#idle = setTimeout(() => this.#end(), this.#options.idleMs ?? IDLE_MS).unref()
  }

  /** Kills the thread with all its calls, as AWS kills the container. Returns the outcome of the call that took too long. */
  #kill(worker: Worker, id: number, ms: number): Outcome {
    const { name } = this.#options.spec
    this.#waiting.delete(id)
    this.#failAll(`${name} was killed because a call took longer than ${ms} ms`)
    void worker.terminate()
    const message = 'a call took too long: its function was killed'
    this.#log(JSON.stringify({ level: 'error', message, function: name }))
    return { id, error: `${name} timed out after ${ms} ms` }
  }

  #failAll(error: string): void {
    this.#thread = null
    clearTimeout(this.#idle)
    for (const [id, settle] of this.#waiting) settle({ id, error })
    this.#waiting.clear()
  }

  #end(): void {
    const ending = this.#thread
    this.#thread = null
    void ending?.worker.terminate()
  }
}
