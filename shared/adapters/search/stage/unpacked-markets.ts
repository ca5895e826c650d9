/** Changed markets whose lines are not in a pack yet, and whose words may not be in the word index yet. */

import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Packs } from '../snapshot/packs.ts'
import { packMarkets, type Unpacked } from './pack-markets.ts'
import { prepareWrite } from './prepare-write.ts'

/** Lines that wait for a pack: enough for packs of related markets, and few enough for the memory. */
const MOST_UNPACKED = 10_000

export class UnpackedMarkets {
  readonly #database: DatabaseSync
  readonly #packs: Packs
  readonly #putWords: StatementSync
  readonly #dropWords: StatementSync
  readonly #markets = new Map<number, Unpacked>()
  /** Ids of markets whose words are not in the word index yet. */
  readonly #unindexed = new Set<number>()
  #wordChanges = 0

  constructor(database: DatabaseSync, packs: Packs) {
    this.#database = database
    this.#packs = packs
    this.#putWords = prepareWrite(
      database,
      'INSERT OR REPLACE INTO word (rowid, name, tags, description) VALUES (?, ?, ?, ?)',
    )
    this.#dropWords = prepareWrite(database, 'DELETE FROM word WHERE rowid = ?')
  }

  get(id: number): Unpacked | undefined {
    return this.#markets.get(id)
  }

  isUnindexed(id: number): boolean {
    return this.#unindexed.has(id)
  }

  add(market: Unpacked, hasNewWords: boolean): void {
    if (hasNewWords) this.#unindexed.add(market.id)
    this.#markets.set(market.id, market)
    if (this.#markets.size >= MOST_UNPACKED) this.pack()
  }

  /** Removes a market, and its words from the word index. */
  remove(id: number): void {
    this.#dropWords.run(id)
    this.#wordChanges += 1
    this.#markets.delete(id)
    this.#unindexed.delete(id)
  }

  /** Writes all lines into packs and all words into the word index. */
  pack(): void {
    // In the order of the ids: the word index is written to disk each time an id is smaller than the one before.
    for (const id of [...this.#unindexed].sort((one, other) => one - other)) {
      const market = this.#markets.get(id)?.market
      if (market !== undefined) this.#putWords.run(id, market.name, market.tags.join(' '), market.description)
    }
    this.#wordChanges += this.#unindexed.size
    this.#unindexed.clear()
    packMarkets(this.#database, this.#packs, [...this.#markets.values()])
    this.#markets.clear()
  }

  /** Number of markets that were put into the word index or taken out of it since the last call. */
  takeWordChanges(): number {
    const changes = this.#wordChanges
    this.#wordChanges = 0
    return changes
  }
}
