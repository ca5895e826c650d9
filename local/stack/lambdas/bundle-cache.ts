/**
 * Bundles that were built before. A set is valid while every file that was read for it has the same content, and Node
 * is the same. A few sets are kept, so that a change of branch and back finds its set again.
 */

import { createHash } from 'node:crypto'
import {
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

/** One build of all Lambdas: `<folder>/<name>/index.mjs`, `<folder>/lambda-worker.mjs`, which runs one of them, and `<folder>/table-worker.mjs`. */
export interface BundleSet {
  readonly folder: string
  readonly lambdas: DeclaredLambdas
}

export interface BundleCache {
  /** The set that fits the files as they are now; null when there is none. */
  find(): BundleSet | null
  /** An empty folder to build in. */
  newFolder(): string
  /** Takes over a folder that was built from these files, and drops the sets that were used least lately. */
  keep(folder: string, files: readonly string[], lambdas: DeclaredLambdas): void
}

const About = v.object({
  node: v.string(),
  /** The hash of the content of each file the set depends on, by its path in the project. */
  files: v.record(v.string(), v.string()),
  lambdas: DeclaredLambdas,
})

const ABOUT = 'about.json'
const UNFINISHED = 'new-'
const KEPT = 4

/** `project` is the folder at which paths of files begin, `dir` the folder of the cache. */
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
    keep: (folder, files, lambdas) => {
      const about = JSON.stringify({ node: process.version, files: Object.fromEntries(hashes(files)), lambdas })
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
