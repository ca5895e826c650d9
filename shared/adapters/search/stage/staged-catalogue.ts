/** The catalogue in the tables and packs of a stage, as the sync reads and changes it. */

import { hash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import * as v from 'valibot'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import type { Millis } from '#domain/kernel/time.ts'
import type { Market } from '#domain/markets/market.ts'
import { SEARCHABLE_FOR } from '#domain/markets/market-retention.ts'
import { hasVolumeMoved } from '#domain/markets/volume-moved.ts'
import { type Catalogue, type ListingProgress, NOTHING_LISTED, type TakeOptions } from '#ports/markets/catalogue.ts'
import { lineOf, marketIn, textIn, textOf } from '../snapshot/market-line.ts'
import type { Packs } from '../snapshot/packs.ts'
import { identifierHash, identifiersOf, indexedIdentifiersOf } from '../snapshot/snapshot-format.ts'
import { MARKET_ROW, MARKET_ROWS, type MarketRow, PLACE, PROGRESS, SVC_IDS } from './catalogue-rows.ts'
import { catalogueStatements } from './catalogue-statements.ts'
import { type StagedEvents, stagedEvents } from './staged-events.ts'
import { UnpackedMarkets } from './unpacked-markets.ts'

type Place = Pick<MarketRow, 'id' | 'pack' | 'slot'>

export class StagedCatalogue implements Catalogue {
  readonly #database: DatabaseSync
  readonly #packs: Packs
  readonly #sql: ReturnType<typeof catalogueStatements>
  readonly #events: StagedEvents
  readonly #unpacked: UnpackedMarkets
  /** Row ids by svc_id. An index of the table would make the snapshot larger. */
  readonly #ids: Map<number, number>
  /** Hash of each packed text at the beginning of a full scan, so that no pack is read for an unchanged market. Null before the first scan. */
  #prints: Map<number, number> | null = null

  constructor(database: DatabaseSync, packs: Packs) {
    this.#database = database
    this.#packs = packs
    this.#sql = catalogueStatements(database)
    this.#events = stagedEvents(database)
    this.#unpacked = new UnpackedMarkets(database, packs)
    this.#ids = new Map(Array.from(this.#sql.ids.iterate(), ({ svc_id, id }) => [Number(svc_id), Number(id)]))
  }

  /** Writes all changes since the last call into packs. */
  pack(): void {
    this.#unpacked.pack()
  }

  /** Number of markets that were put into the word index or taken out of it since the last call. */
  takeWordChanges(): number {
    return this.#unpacked.takeWordChanges()
  }

  /** Brings the sums of all events up to date, and removes events without markets. */
  sumEvents(): void {
    this.#events.sum()
  }

  progress(exchange: ExchangeName): ListingProgress {
    const found = this.#sql.progress.get(exchange)
    return found === undefined ? NOTHING_LISTED : v.parse(PROGRESS, JSON.parse(String(found['progress'])))
  }

  follow(exchange: ExchangeName, progress: ListingProgress): void {
    this.#sql.follow.run(exchange, JSON.stringify(progress))
  }

  take(markets: readonly Market[], options: TakeOptions): readonly Market[] {
    return this.#together(() => markets.filter((market) => this.#takeOne(market, options)))
  }

  beginWalk(): void {
    const prints = new Map<number, number>()
    for (const row of this.#sql.packed.iterate()) {
      const place = v.parse(PLACE, row)
      prints.set(place.id, printOf(textIn(this.#lineAt(place))))
    }
    this.#prints = prints
  }

  get(svcId: number): Market | null {
    const row = this.#rowOf(svcId)
    return row === null ? null : this.#marketAt(row)
  }

  unseen(exchange: ExchangeName, scan: number, most: number): readonly Market[] {
    return v.parse(MARKET_ROWS, this.#sql.unseen.all(exchange, scan, most)).map((row) => this.#marketAt(row))
  }

  changing(exchange: ExchangeName, until: Millis, most: number): readonly Market[] {
    return v.parse(MARKET_ROWS, this.#sql.changing.all(exchange, until, most)).map((row) => this.#marketAt(row))
  }

  requested(svcIds: readonly number[], walk: number): void {
    this.#together(() => {
      for (const svcId of svcIds) this.#sql.asked.run(walk, this.#ids.get(svcId) ?? null)
    })
  }

  ended(before: Millis, now: Millis, most: number): readonly number[] {
    return v.parse(SVC_IDS, this.#sql.ended.all(before, now, most)).map(({ svc_id }) => svc_id)
  }

  retain(svcIds: readonly number[]): void {
    this.#together(() => {
      for (const svcId of svcIds) this.#sql.retain.run(this.#ids.get(svcId) ?? null)
    })
  }

  forget(svcIds: readonly number[]): void {
    this.#together(() => {
      const rows = svcIds.flatMap((svcId) => this.#rowOf(svcId) ?? [])
      for (const row of rows.sort((one, other) => one.id - other.id)) this.#remove(row)
    })
  }

  /** Takes one market. Returns true if it is new or changed. */
  #takeOne(market: Market, { walk, now, onCollision }: TakeOptions): boolean {
    const row = this.#rowOf(market.svcId)
    if (row === null) return this.#add(market, walk, now)
    if (row.walk !== walk) this.#sql.see.run(walk, row.id)
    const isSame = this.#isSameText(row, textOf(market))
    if (isSame && !hasVolumeMoved(row.volume, market.volume24h)) return false
    const known = isSame ? null : this.#marketAt(row)
    if (known !== null && (known.nativeId !== market.nativeId || known.exchange !== market.exchange)) {
      onCollision?.(market, known)
      return false
    }
    this.#change(row, market, now)
    return true
  }

  /** Adds a new market. False if it was closed before it was ever seen open, and too long ago to be searched for. */
  #add(market: Market, walk: number, now: Millis): boolean {
    const closedAt = market.status === 'closed' ? Math.min(now, market.expiresAt ?? now) : null
    const willOpen = (market.opensAt ?? 0) > now
    if (closedAt !== null && !willOpen && now - closedAt >= SEARCHABLE_FOR) return false
    const { svcId, exchange, status, category, expiresAt, volume24h } = market
    const { lastInsertRowid } = this.#sql.insert.run(
      svcId,
      exchange,
      status,
      category,
      expiresAt,
      volume24h,
      closedAt,
      askAt(market, now),
      walk,
      this.#events.idOf(market),
    )
    const id = Number(lastInsertRowid)
    this.#ids.set(svcId, id)
    for (const identifier of indexedIdentifiersOf(market)) this.#sql.addIdentifier.run(identifierHash(identifier), id)
    this.#putLine({ id, pack: null, slot: null }, market, true)
    return true
  }

  #change(row: MarketRow, market: Market, now: Millis): void {
    const before = this.#marketAt(row)
    const since = before.status === 'closed' ? row.closed_at : now
    const closedAt = market.status === 'closed' ? (since ?? now) : null
    const { status, category, expiresAt, volume24h } = market
    const event = this.#events.idOf(market)
    this.#sql.change.run(status, category, expiresAt, volume24h, closedAt, askAt(market, now), event, row.id)
    this.#changeIdentifiers(row.id, indexedIdentifiersOf(before), indexedIdentifiersOf(market))
    this.#putLine(row, market, this.#unpacked.isUnindexed(row.id) || wordsOf(before) !== wordsOf(market))
  }

  #changeIdentifiers(id: number, before: readonly string[], after: readonly string[]): void {
    for (const one of before) if (!after.includes(one)) this.#sql.dropIdentifier.run(identifierHash(one), id)
    for (const one of after) if (!before.includes(one)) this.#sql.addIdentifier.run(identifierHash(one), id)
  }

  #remove(row: MarketRow): void {
    // All identifiers: earlier versions indexed more of them.
    for (const identifier of identifiersOf(this.#marketAt(row)))
      this.#sql.dropIdentifier.run(identifierHash(identifier), row.id)
    this.#unpacked.remove(row.id)
    this.#sql.drop.run(row.id)
    this.#ids.delete(row.svc_id)
    this.#prints?.delete(row.id)
  }

  #putLine({ id, pack, slot }: Place, market: Market, hasNewWords: boolean): void {
    this.#prints?.delete(id)
    this.#unpacked.add({ id, pack, slot, line: lineOf(market), market }, hasNewWords)
  }

  #rowOf(svcId: number): MarketRow | null {
    const id = this.#ids.get(svcId)
    return id === undefined ? null : v.parse(MARKET_ROW, this.#sql.find.get(id))
  }

  #marketAt(place: Place): Market {
    return marketIn(this.#lineAt(place))
  }

  #lineAt({ id, pack, slot }: Place): string {
    return this.#unpacked.get(id)?.line ?? this.#packs.read(pack ?? -1)[slot ?? -1] ?? ''
  }

  #isSameText(row: MarketRow, text: string): boolean {
    const print = this.#unpacked.get(row.id) === undefined ? this.#prints?.get(row.id) : undefined
    return print === undefined ? textIn(this.#lineAt(row)) === text : print === printOf(text)
  }

  #together<Value>(act: () => Value): Value {
    this.#database.exec('BEGIN')
    const value = act()
    this.#database.exec('COMMIT')
    return value
  }
}

/** Instant at which the clock opens or closes the market without a message from its exchange. */
const askAt = ({ status, opensAt, expiresAt }: Market, now: Millis): Millis | null => {
  const at = status === 'active' ? expiresAt : opensAt
  return at !== null && at > now ? at : null
}

const wordsOf = ({ name, tags, description }: Market): string => [name, ...tags, description].join('\n')

const printOf = (text: string): number => hash('md5', text, 'buffer').readUIntBE(0, 6)
