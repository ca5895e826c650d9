/**
 * Makes Node look like one on macOS and arm64, as a preload (`--import`). There is no `/proc` and no abstract socket, and
 * a socket path has 103 bytes at most.
 */

import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'

const LONGEST_SOCKET_PATH = 103

Object.defineProperty(process, 'platform', { value: 'darwin' })
Object.defineProperty(process, 'arch', { value: 'arm64' })

/** Puts a check before a function of Node. */
const checkFirst = (holder: object, name: string, check: (first: unknown) => void): void => {
  const original: unknown = Reflect.get(holder, name)
  if (typeof original !== 'function') throw new Error(`Node has no ${name}`)
  const apply = (target: typeof original, self: unknown, args: unknown[]): unknown => {
    check(args[0])
    return Reflect.apply(target, self, args)
  }
  Reflect.set(holder, name, new Proxy(original, { apply }))
}

const refuseProc = (file: unknown): void => {
  if (/^\/proc(\/|$)/.test(String(file)))
    throw Object.assign(new Error(`ENOENT: no such file or directory, '${file}'`), { code: 'ENOENT' })
}

const READS = ['readFileSync', 'readdirSync', 'openSync', 'readlinkSync', 'statSync', 'readFile', 'readdir', 'open']
for (const name of READS) checkFirst(fs, name, refuseProc)
for (const name of ['readFile', 'readdir', 'open']) checkFirst(fs.promises, name, refuseProc)

checkFirst(net.Server.prototype, 'listen', (where) => {
  const path: unknown = typeof where === 'object' && where !== null && 'path' in where ? where.path : where
  if (typeof path !== 'string') return
  if (path.startsWith('\0') || Buffer.byteLength(path) > LONGEST_SOCKET_PATH)
    throw Object.assign(new Error(`listen EINVAL: invalid argument ${path}`), { code: 'EINVAL' })
})

syncBuiltinESMExports()
