/** One call of an exchange, as the drift run compares its answer with what the adapter reads of it. */

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
  /** The adapter's own schemas by the place in the answer: `` for the whole, `markets[]` for each row of a list. */
  readonly reads: Readonly<Record<string, readonly GenericSchema[]>>
  /** Names, separated by spaces, of fields that are known and not read, by their place. */
  readonly unused?: Readonly<Record<string, string>>
  /** Fields that are read, and that an answer need not have. */
  readonly sometimes?: readonly string[]
  /** Places in the answer that name subjects of later calls. */
  readonly finds?: Readonly<Record<string, string>>
  /** Set for a call that the exchange has to refuse: the status and, in lower case, a part of its words. */
  readonly refused?: { readonly status: number; readonly words: string }
}

/** One type of message of the public socket. */
export interface KnownMessage extends Pick<KnownCall, 'reads' | 'unused' | 'sometimes'> {
  readonly type: string
}

/** All that is known of the interface of an exchange. */
export interface KnownInterface {
  readonly calls: readonly KnownCall[]
  readonly messages: readonly KnownMessage[]
  /** Types of messages that are known and not read. */
  readonly unusedMessages: readonly string[]
  /** Starts of the names of headers, in lower case. */
  readonly headers: readonly string[]
}
