/** Confines the functions of a story as their roles do in AWS: what a declaration does not grant is refused, and fails the story. */

import { AsyncLocalStorage } from 'node:async_hooks'
import type { TableClient } from '#adapters/store/engine/wire.ts'
import { CONSUMERS } from '#functions/queues/consumers.ts'
import { type Arns, type Statement, statementsOf } from '#infra/statements.ts'
import type { Grantee } from '#lambda/declaration.ts'
import { CATALOGUE_KEY } from '#lambda/environment.ts'
import { callsIn, localArns } from '#local/stack/aws/aws-calls.ts'
import { denial } from '#local/stack/aws/grants.ts'
import { isAllowed } from '#local/stack/aws/permissions.ts'
import type { Vault } from '#ports/accounts/vault.ts'
import type { QueueName, Queues } from '#ports/work/queues.ts'

type Confined = Grantee & { readonly name: string }

/** Whose code runs; nobody's while the story itself looks at the table. */
const running = new AsyncLocalStorage<Confined>()

const denials: string[] = []

/** Runs it with the permissions of that function. */
export const inFunction = <Result>(spec: Confined, act: () => Result): Result => running.run(spec, act)

/** Takes the refusals since the last call. */
export const takeDenials = (): readonly string[] => denials.splice(0)

/** A client of the table with that name that refuses what the function that runs may not do. */
export const confinedClient = (client: TableClient, tableName: string): TableClient => {
  const arns = arnsOf(tableName)
  const send = async (command: { readonly constructor: { readonly name: string }; readonly input: object }) => {
    refuse(`DynamoDB_20120810.${command.constructor.name.replace(/Command$/, '')}`, command.input, arns)
    return (client.send as (one: unknown) => Promise<object>)(command)
  }
  // The SDK types `send` by command, in overloads that no function of ours can have.
  return { send } as unknown as TableClient
}

/** The queues, to which a function sends only what its declaration names. */
export const confinedQueues = <Given extends Queues>(queues: Given): Given => ({
  ...queues,
  send: async (...message) => {
    refuse('AmazonSQS.SendMessageBatch', { QueueUrl: message[0] })
    return queues.send(...message)
  },
})

/** The vault, which a function opens and closes only as its declaration says. */
export const confinedVault = (vault: Vault): Vault => ({
  seal: async (plaintext, context) => {
    refuse('TrentService.Encrypt', { KeyId: KEY, EncryptionContext: context })
    return vault.seal(plaintext, context)
  },
  open: async (ciphertext, context) => {
    refuse('TrentService.Decrypt', { KeyId: KEY, EncryptionContext: context })
    return vault.open(ciphertext, context)
  },
})

const KEY = 'key'

const arnsOf = (tableName: string): Arns => {
  const queueUrls = Object.fromEntries(CONSUMERS.map(({ handler: { spec } }) => [spec.queue, spec.queue]))
  const places = { tableName, queueUrls: queueUrls as Record<QueueName, string>, vaultKeyId: KEY, catalogueBucket: '' }
  return localArns(places, CATALOGUE_KEY)
}

/** Permissions of a function, which do not change while its story runs. */
const grants = new WeakMap<Arns, WeakMap<Confined, readonly Statement[]>>()

const grantsOf = (spec: Confined, arns: Arns): readonly Statement[] => {
  const known = grants.get(arns) ?? new WeakMap<Confined, readonly Statement[]>()
  const statements = known.get(spec) ?? statementsOf(spec, arns)
  grants.set(arns, known.set(spec, statements))
  return statements
}

/** Resources of a call that names no table. */
const TABLELESS = arnsOf('')

const refuse = (operation: string, body: object, arns: Arns = TABLELESS): void => {
  const spec = running.getStore()
  if (spec === undefined) return
  const statements = grantsOf(spec, arns)
  const refused = callsIn(operation, body).find((call) => !isAllowed(statements, call))
  if (refused === undefined) return
  const words = denial(spec.name, refused)
  denials.push(words)
  throw new Error(words)
}
