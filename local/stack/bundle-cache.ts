/**
 * Bundles that were built before. A set is good while every file that was read for it has the same content, and Node is the same. Of a
 * set that is no longer good, the Lambdas are whose own files have not changed.
 * A few sets are kept, so that who goes back to another branch finds its set again.
 */

import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import * as v from 'valibot'
import { DeclaredLambdas } from './declared-lambdas.ts'

/** One build of all Lambdas: `<folder>/<name>/index.mjs`, and `<folder>/lambda-worker.mjs`, which runs one of them. */
export interface BundleSet {
  readonly folder: string
  readonly lambdas: DeclaredLambdas
}

export interface BundleCache {
  /** The set that fits the files as they are now; null when there is none. */
  find(): BundleSet | null
  /** An empty folder to build in. */
  newFolder(): string
  /**
   * Copies into the folder what the set used last has of Lambdas whose files are as they were. Answers the files read for each of
   * them; none where one of `tools` has changed, because they decide about all.
   */
  reuse(folder: string, tools: readonly string[]): FilesRead
  /** Takes over a folder that was built from these files, and drops the sets that were used least lately. */
  keep(folder: string, files: BuiltFrom, lambdas: DeclaredLambdas): void
}

/** Files by the Lambda they were read for. */
export type FilesRead = Readonly<Record<string, readonly string[]>>

export interface BuiltFrom {
  /** Those on which all Lambdas depend. */
  readonly all: readonly string[]
  readonly each: FilesRead
}

const About = v.object({
  node: v.string(),
  /** The hash of the content of each file the set depends on, by its path in the project. */
  files: v.record(v.string(), v.string()),
  /** For each Lambda the places of its files in that list. */
  reads: v.record(v.string(), v.array(v.number())),
  lambdas: DeclaredLambdas,
})

const ABOUT = 'about.json'
const UNFINISHED = 'new-'
const KEPT = 4

/** `project` is the folder that paths of files begin at, `dir` that of the cache. */
export const bundleCache = (project: string, dir: string): BundleCache => {
  const hashes = (files: readonly string[]) => files.map((file) => [file, hashOf(join(project, file))] as const)

  const fits = (folder: string): BundleSet | null => {
    const about = readAbout(folder)
    if (about === null || about.node !== process.version) return null
    for (const [file, hash] of hashes(Object.keys(about.files))) if (about.files[file] !== hash) return null
    return { folder, lambdas: about.lambdas }
  }

  return {
    find: () => {
      for (const folder of setsIn(dir)) {
        const found = fits(folder)
        if (found === null) continue
        const now = new Date()
        utimesSync(folder, now, now)
        return found
      }
      return null
    },
    newFolder: () => {
      mkdirSync(dir, { recursive: true })
      for (const name of readdirSync(dir))
        if (name.startsWith(UNFINISHED)) rmSync(join(dir, name), { recursive: true, force: true })
      const folder = join(dir, `${UNFINISHED}${process.pid}`)
      mkdirSync(folder)
      return folder
    },
    reuse: (folder, tools) => {
      const [last] = setsIn(dir)
      const about = last === undefined ? null : readAbout(last)
      if (last === undefined || about === null || about.node !== process.version) return {}
      const stored = Object.entries(about.files)
      const same = new Set(
        hashes(Object.keys(about.files)).flatMap(([file, hash]) => (about.files[file] === hash ? [file] : [])),
      )
      if (!tools.every((file) => same.has(file))) return {}
      const reads = Object.entries(about.reads).map(
        ([name, places]) => [name, places.map((place) => stored[place]?.[0] ?? '')] as const,
      )
      const kept = reads.filter(
        ([name, files]) => files.every((file) => same.has(file)) && existsSync(join(last, name)),
      )
      for (const [name] of kept) cpSync(join(last, name), join(folder, name), { recursive: true })
      return Object.fromEntries(kept)
    },
    keep: (folder, { all, each }, lambdas) => {
      const files = [...new Set([...all, ...Object.values(each).flat()])]
      const places = new Map(files.map((file, place) => [file, place]))
      const about = JSON.stringify({
        node: process.version,
        files: Object.fromEntries(hashes(files)),
        reads: Object.fromEntries(
          Object.entries(each).map(([name, read]) => [name, read.map((file) => places.get(file))]),
        ),
        lambdas,
      })
      writeFileSync(join(folder, ABOUT), about)
      const kept = join(dir, sha256(about).slice(0, 16))
      rmSync(kept, { recursive: true, force: true })
      renameSync(folder, kept)
      for (const old of setsIn(dir).slice(KEPT)) rmSync(old, { recursive: true, force: true })
    },
  }
}

/** The one used last first. */
const setsIn = (dir: string): readonly string[] => {
  if (!existsSync(dir)) return []
  return readdirSync(dir)
    .map((name) => join(dir, name))
    .filter((folder) => existsSync(join(folder, ABOUT)) && !basename(folder).startsWith(UNFINISHED))
    .map((folder) => ({ folder, usedAt: statSync(folder).mtimeMs }))
    .sort((a, b) => b.usedAt - a.usedAt)
    .map(({ folder }) => folder)
}

/** Null when it is of another version, or broken. */
const readAbout = (folder: string): v.InferOutput<typeof About> | null => {
  try {
    return v.parse(About, JSON.parse(readFileSync(join(folder, ABOUT), 'utf8')))
  } catch {
    return null
  }
}

/** A file that is not there has a hash of its own. */
const hashOf = (file: string): string => (existsSync(file) ? sha256(readFileSync(file)) : 'absent')

const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex')
