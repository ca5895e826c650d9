/** One message of an exchange's socket, handed on where it can be read. */

import * as v from 'valibot'
import { ExchangeUnavailable } from '#ports/exchanges/exchange-unavailable.ts'

/**
 * What is no message of this form is left out, and told to `formless`. Where `take` cannot read its parts, that is told to `unreadable`. The
 * next one comes as before.
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
