/** The parts of the service that need no function: data folder, log, keys, exchanges, table, queues, objects and sockets. */

import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { AccountKind } from '#domain/accounts/account-kind.ts'
import { isReal } from '../live/is-real.ts'
import { createTable, type LocalDynamoDb, startDynamoDb } from './aws/dynamodb.ts'
import { type LocalKms, startKms } from './aws/kms.ts'
import { type LocalObjectStore, startObjectStore } from './aws/object-store.ts'
import { type DataFolder, openDataFolder } from './data-folder.ts'
import { type SocketGateway, startSocketGateway } from './gateway/socket-gateway.ts'
import type { BundleSet } from './lambdas/bundle-cache.ts'
import { bundledLambdas } from './lambdas/bundled-lambdas.ts'
import { type LogFiles, openLogFiles } from './log-files.ts'
import { type LocalQueues, startQueues } from './queues/queues.ts'
import type { ExchangeStart, ServiceExchanges, Stop } from './service-exchanges.ts'
import type { StackOptions } from './service-options.ts'

export interface ServiceParts {
  readonly folder: DataFolder
  readonly files: LogFiles
  readonly log: (line: string) => void
  readonly bundles: BundleSet
  readonly kms: LocalKms
  readonly accounts: AccountKind
  readonly exchanges: ServiceExchanges
  readonly engine: LocalDynamoDb
  readonly queues: LocalQueues
  readonly objects: LocalObjectStore
  readonly connections: SocketGateway
}

export const TABLE_NAME = 'trading'

/** `onStarted` receives the stop of each part as soon as the part has started. The caller stops the queues, after its functions. */
export const startParts = async (
  options: StackOptions,
  { accounts, start }: ExchangeStart,
  onStarted: (stop: Stop) => void,
): Promise<ServiceParts> => {
  const { progress = () => undefined } = options
  const { folder, files, log } = openFolder(options, accounts, onStarted)
  const bundling = bundledLambdas(folder.file('bundles'), progress)
  // If a part fails before the bundles do, the caller gets the error of that part.
  bundling.catch(() => undefined)
  const kms = await startKms(folder.file('kms.key'), isReal(accounts))
  onStarted(kms.stop)
  const exchanges = await start(folder.file, onStarted)
  const bundles = await bundling
  progress('starting the table, the queues and the functions')
  const engine = await startEngine(folder, bundles, isReal(accounts), onStarted)
  const queues = await startQueues(bundles.lambdas.consumers, folder.file('queues'), log, isReal(accounts))
  const objects = await startObjectStore(folder.file('queues'))
  onStarted(objects.stop)
  const connections = await startSocketGateway()
  onStarted(connections.stop)
  return { folder, files, log, bundles, kms, accounts, exchanges, engine, queues, objects, connections }
}

const openFolder = (options: StackOptions, accounts: AccountKind, onStarted: (stop: Stop) => void) => {
  const folder = openDataFolder(options.dir, accounts, options.fresh ?? false)
  onStarted(folder.release)
  const files = openLogFiles(folder.file('logs'))
  onStarted(files.close)
  rmSync(folder.file('dev.json'), { force: true })
  const log = (line: string): void => {
    files.write(line)
    ;(options.log ?? console.log)(line)
  }
  return { folder, files, log }
}

const startEngine = async (
  folder: DataFolder,
  bundles: BundleSet,
  outlivesPowerCuts: boolean,
  onStarted: (stop: Stop) => void,
): Promise<LocalDynamoDb> => {
  const engine = await startDynamoDb({
    file: folder.file('dynamodb/rows.db'),
    older: folder.file('dynamodb/table.db'),
    worker: pathToFileURL(resolve(bundles.folder, 'table-worker.mjs')),
    durability: outlivesPowerCuts ? 'power' : 'process',
  })
  onStarted(engine.stop)
  await createTable(engine.endpoint, TABLE_NAME)
  return engine
}
