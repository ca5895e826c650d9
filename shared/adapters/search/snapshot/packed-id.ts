/**
 * Ids of EXCHANGE_B are 256 random bits: 77 digits or 64 hexadecimal ones, which no compression makes shorter than their writing allows.
 * With 43 letters of six bits each they take a quarter less of a pack.
 */

/** The id as packs keep it. Every other text stays as it is. */
export const packedId = (id: string): string => {
  if (HEX.test(id)) return `${OF_HEX}${lettersOf(id.slice(2))}`
  const hex = DECIMAL.test(id) ? BigInt(id).toString(16) : ''
  return hex !== '' && hex.length <= DIGITS ? `${OF_DECIMAL}${lettersOf(hex.padStart(DIGITS, '0'))}` : id
}

/** The id that was shortened. Lines of earlier versions have the whole ids. */
export const wholeId = (text: string): string => {
  if (!SHORT.test(text)) return text
  const hex = Buffer.from(text.slice(1), 'base64url').toString('hex')
  return text.startsWith(OF_HEX) ? `0x${hex}` : BigInt(`0x${hex}`).toString()
}

const lettersOf = (hex: string): string => Buffer.from(hex, 'hex').toString('base64url')

const DIGITS = 64
/** No exchange writes an id that begins with one of these. */
const [OF_HEX, OF_DECIMAL] = ['~', '!']
const HEX = /^0x[0-9a-f]{64}$/
/** Shorter ones, of which there are next to none, would not become shorter by much. */
const DECIMAL = /^[1-9]\d{69,77}$/
const SHORT = /^[~!][\w-]{43}$/
