/** A name server on loopback that answers as the test decides, or not at all, and counts the questions. */

import { createSocket } from 'node:dgram'
import { isIPv4 } from 'node:net'

/** Answer to the nth question (from 0) for addresses of that kind: addresses, no such name, or silence. */
export type Says = (family: 4 | 6, nth: number, name: string) => readonly string[] | 'no such name' | 'silence'

export interface NameServer {
  readonly server: string
  /** Questions so far, as `4 name` and `6 name`. */
  readonly requested: readonly string[]
  close(): void
}

export const startNameServer = async (says: Says): Promise<NameServer> => {
  const socket = createSocket('udp4')
  const requests: string[] = []
  socket.on('message', (question, from) => {
    const { name, end } = nameIn(question, 12)
    const family = question.readUInt16BE(end) === 28 ? 6 : 4
    const nth = requests.filter((one) => one === `${family} ${name}`).length
    requests.push(`${family} ${name}`)
    const said = says(family, nth, name)
    if (said !== 'silence') socket.send(answerTo(question.subarray(0, end + 4), said), from.port, from.address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  return { server: `127.0.0.1:${socket.address().port}`, requested: requests, close: () => socket.close() }
}

const nameIn = (bytes: Buffer, start: number): { readonly name: string; readonly end: number } => {
  const labels: string[] = []
  let at = start
  for (let length = bytes[at] ?? 0; length > 0; length = bytes[at] ?? 0) {
    labels.push(bytes.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 }
}

/** The question with its answers; RFC 1035, section 4.1. */
const answerTo = (question: Buffer, said: readonly string[] | 'no such name'): Buffer => {
  const addresses = said === 'no such name' ? [] : said
  const head = Buffer.from(question)
  head.writeUInt16BE(said === 'no such name' ? 0x8183 : 0x8180, 2)
  head.writeUInt16BE(addresses.length, 6)
  head.writeUInt32BE(0, 8)
  return Buffer.concat([head, ...addresses.map(record)])
}

/** Points back to the name of the question, and is valid for no time at all. */
const record = (address: string): Buffer => {
  const bytes = bytesOf(address)
  const head = Buffer.from([0xc0, 0x0c, 0, bytes.length === 4 ? 1 : 28, 0, 1, 0, 0, 0, 0, 0, bytes.length])
  return Buffer.concat([head, bytes])
}

const bytesOf = (address: string): Buffer => {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number))
  const [start = '', tail = ''] = address.split('::')
  const groups = (text: string): string[] => (text === '' ? [] : text.split(':'))
  const missing = 8 - groups(start).length - groups(tail).length
  const all = [...groups(start), ...Array.from({ length: missing }, () => '0'), ...groups(tail)]
  return Buffer.from(all.flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]))
}
