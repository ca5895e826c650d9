/** API keys, or hooks, that a container has admitted. A guessed key is never among them. */

import { keepNewest } from '#domain/kernel/keep-newest.ts'

/** Keys remembered at most; the oldest are forgotten first. */
const MOST_SEEN = 10_000

export class SeenKeys {
  readonly #ids = new Map<string, true>()

  has(keyId: string): boolean {
    return this.#ids.has(keyId)
  }

  add(keyId: string): void {
    keepNewest(this.#ids, keyId, true, MOST_SEEN)
  }
}
