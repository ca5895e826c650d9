/** RFC 3339 text as epoch milliseconds, or the words with which the Rust crate `speedate` refuses it. */

/** Without an offset, and for a date alone, UTC is meant. */
export const readDateText = (text: string): number | string => {
  const date = readDate(new TextEncoder().encode(text.slice(0, 10)))
  if (typeof date === 'string' || text.length === 10) return date
  const time = readTime(text.slice(10))
  return time === null ? 'unexpected extra characters at the end of the input' : date + time
}

/** Bytes, because `speedate` counts bytes where it says "too short". */
const readDate = (bytes: Uint8Array): number | string => {
  if (bytes.length < 10) return 'input is too short'
  const year = readDigits(bytes, 0, 4)
  if (year === null) return 'invalid character in year'
  if (bytes[4] !== DASH) return BAD_SEPARATOR
  const month = readDigits(bytes, 5, 7)
  if (month === null) return 'invalid character in month'
  if (bytes[7] !== DASH) return BAD_SEPARATOR
  const day = readDigits(bytes, 8, 10)
  if (day === null) return 'invalid character in day'
  if (month < 1 || month > 12) return 'month value is outside expected range of 1-12'
  if (day < 1 || day > daysIn(year, month)) return 'day value is outside expected range'
  return new Date(0).setUTCFullYear(year, month - 1, day)
}

const DASH = 0x2d
const BAD_SEPARATOR = 'invalid date separator, expected `-`'

const readDigits = (bytes: Uint8Array, from: number, to: number): number | null => {
  let value = 0
  for (const byte of bytes.subarray(from, to)) {
    if (byte < 0x30 || byte > 0x39) return null
    value = value * 10 + byte - 0x30
  }
  return value
}

const daysIn = (year: number, month: number): number => {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

const TIME = /^[Tt _](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?(?:[Zz]|([+\-−])(\d\d):?(\d\d))?$/

/** Milliseconds from the start of the UTC day, which an offset can move into a neighbouring day. */
const readTime = (text: string): number | null => {
  const match = TIME.exec(text)
  if (match === null) return null
  const [, hour = '', minute = '', second = '0', fraction = '', sign = '+', offsetHour = '0', offsetMinute = '0'] =
    match
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null
  if (Number(offsetHour) > 23 || Number(offsetMinute) > 59) return null
  const offset = (Number(offsetHour) * 60 + Number(offsetMinute)) * (sign === '+' ? 60_000 : -60_000)
  const millis = Number(fraction.slice(0, 3).padEnd(3, '0'))
  return Number(hour) * 3_600_000 + Number(minute) * 60_000 + Number(second) * 1_000 + millis - offset
}
