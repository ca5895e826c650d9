/** One call of an exchange for the drift run, which compares its answer with the fields that the adapter reads. */

import type { GenericSchema } from 'valibot'

export interface KnownCall {
  readonly method: 'GET' | 'POST'
  readonly host: string
  /** Below the address of the host. `{name}` is a subject, such as a ticker. */
  readonly path: string
  /** Values may name subjects too. */
  readonly query?: Readonly<Record<string, string>>
  /** Body of a POST that only reads. */
  readonly body?: string
  /** True for a call that is signed for an account. */
  readonly isPrivate?: boolean
  /** Schemas of the adapter by their place in the answer: `` for the whole, `markets[]` for each row of a list. */
  readonly reads: Readonly<Record<string, readonly GenericSchema[]>>
  /** Known fields that are not read, separated by spaces, by their place. */
  readonly unused?: Readonly<Record<string, string>>
  /** Fields that are read and may be absent. */
  readonly sometimes?: readonly string[]
  /** Places in the answer that name subjects of later calls. */
  readonly finds?: Readonly<Record<string, string>>
  /** Set for a call that the exchange has to refuse: the status and a part of its words in lower case. */
  readonly refused?: { readonly status: number; readonly words: string }
}

/** One type of message of the public socket. */
export interface KnownMessage extends Pick<KnownCall, 'reads' | 'unused' | 'sometimes'> {
  readonly type: string
}

/** All known calls and messages of an exchange. */
export interface KnownInterface {
  readonly calls: readonly KnownCall[]
  readonly messages: readonly KnownMessage[]
  /** Known types of messages that are not read. */
  readonly unusedMessages: readonly string[]
  /** Starts of the names of headers, in lower case. */
  readonly headers: readonly string[]
}
