/** Hands on one readable message of an exchange's socket. */

import * as v from 'valibot'
import { ExchangeUnavailable } from '#ports/exchanges/exchange-unavailable.ts'

/**
 * Reads one message. A message of another form goes to `formless`; a message that `take` cannot read goes to
 * `unreadable`. Later messages are not affected.
 */
export const takeMessage = <Message extends v.GenericSchema>(
  form: Message,
  raw: unknown,
  take: (message: v.InferOutput<Message>) => void,
  unreadable: (reason: string) => void,
  formless: () => void = () => undefined,
): void => {
  const reading = v.safeParse(form, raw)
  if (!reading.success) {
    formless()
    return
  }
  try {
    take(reading.output)
  } catch (error) {
    if (!(error instanceof ExchangeUnavailable)) throw error
    unreadable(error.message)
  }
}
