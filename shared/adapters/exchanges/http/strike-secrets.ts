/** What an exchange says, without the secrets it was sent: a text that quotes them would be kept, logged and told. */

/** Shorter values are no secrets, and would strike ordinary words. */
const SHORTEST = 12
/** The time of the call is signed too; ids hold the same digits. */
const TIME = /^\d+$/
const STRUCK = '[struck out]'
/** A signature over an order, as it stands in a body (Polymarket reference, section 3.3). */
const SIGNATURE = /0x[0-9a-f]{130,}/gi

/** `signed` are the headers that proved who was calling. */
export const strikeSecrets = (text: string, signed: Readonly<Record<string, string>>): string => {
  const secrets = Object.values(signed).filter((value) => value.length >= SHORTEST && !TIME.test(value))
  return secrets.reduce((left, secret) => left.replaceAll(secret, STRUCK), text).replace(SIGNATURE, STRUCK)
}
