/** Reads the file with the credentials: the body of PUT credentials of the exchange, as the service would take it. */

import { readFile } from 'node:fs/promises'
import * as v from 'valibot'
import { credentialsBody, toSecrets } from '#contract/accounts/credentials-record.ts'
import type { ExchangeSecrets } from '#ports/exchanges/exchange-account.ts'
import { CannotStart } from '../cannot-start.ts'
import type { RehearsalOptions } from './options.ts'

/** Throws `CannotStart`, in words without anything from the file but names of fields. */
export const readCredentials = async ({
  exchange,
  credentials: file,
}: Pick<RehearsalOptions, 'exchange' | 'credentials'>): Promise<ExchangeSecrets> => {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new CannotStart(`${file} cannot be read (${error.code})`)
  })
  const body = credentialsBody.of[exchange]
  const reading = v.safeParse(body, jsonIn(text, file))
  if (reading.success) return toSecrets(reading.output)
  const faults = reading.issues.map((issue) => v.getDotPath(issue) ?? 'the whole')
  const fields = Object.keys(body.entries).join(', ')
  throw new CannotStart(
    `${file} holds no credentials of ${exchange}: ${[...new Set(faults)].join(', ')} is missing or wrong. Its fields are ${fields}`,
  )
}

/** The message of `JSON.parse` quotes the text, which may be a key. */
const jsonIn = (text: string, file: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new CannotStart(`${file} is no JSON`)
  }
}
