/** Brings a stored snapshot onto the local disk: the file as it is stored, and its decompressed index beside it. */

import { closeSync, createReadStream, createWriteStream, fstatSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { readRange } from './packs.ts'
import { type Layout, layoutBytes, PREFIX_BYTES, readLayout } from './snapshot-layout.ts'
import type { StoredSnapshot } from './snapshot-store.ts'

/** The caller removes the folder. */
export interface SnapshotFile {
  readonly folder: string
  /** Snapshot as it is stored. */
  readonly file: string
  /** Index, a SQLite file. */
  readonly index: string
  readonly layout: Layout
}

/** Throws, and leaves no files, if the bytes are no whole snapshot of our format. */
export const receiveSnapshot = async (
  found: StoredSnapshot,
  parent: string,
  signal: AbortSignal,
): Promise<SnapshotFile> => {
  const folder = mkdtempSync(join(parent, 'searched-'))
  try {
    const file = join(folder, 'snapshot')
    await pipeline(found.bytes, createWriteStream(file), { signal })
    const layout = layoutOf(file)
    const index = join(folder, 'markets.db')
    const { at, size } = layout.index
    const packed = createReadStream(file, { start: at, end: at + size - 1 })
    await pipeline(packed, createZstdDecompress(), createWriteStream(index), { signal })
    return { folder, file, index, layout }
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

const layoutOf = (name: string): Layout => {
  const file = openSync(name, 'r')
  try {
    const length = layoutBytes(readRange(file, { at: 0, size: PREFIX_BYTES }))
    const { size } = fstatSync(file)
    if (length > size) throw new Error('the market snapshot is cut off')
    const layout = readLayout(readRange(file, { at: 0, size: length }))
    if (layout.index.at + layout.index.size !== size) throw new Error('the market snapshot is cut off')
    return layout
  } finally {
    closeSync(file)
  }
}
