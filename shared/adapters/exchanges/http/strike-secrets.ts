/**
 * Words of an exchange without the secrets that were sent to it: a text with secrets would be stored, logged and shown.
 */

/** Shorter values are no secrets, and would strike ordinary words. */
const SHORTEST = 12
/** The signed time of the call is no secret, and ids may contain the same digits. */
const TIME = /^\d+$/
const STRUCK = '[struck out]'
/** Signature over an order, as in the body of its create (Polymarket reference, section 3.3). */
const SIGNATURE = /0x[0-9a-f]{130,}/gi

/** Strikes out secrets. `signed` are the headers that proved the caller's identity. */
export const strikeSecrets = (text: string, signed: Readonly<Record<string, string>>): string => {
  const secrets = Object.values(signed).filter((value) => value.length >= SHORTEST && !TIME.test(value))
  return secrets.reduce((left, secret) => left.replaceAll(secret, STRUCK), text).replace(SIGNATURE, STRUCK)
}
