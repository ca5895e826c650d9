/**
 * Topics that may change, and the parts that show them. An action of the user or an event of the service names a topic; all parts that show
 * it read again.
 */

export type Topic =
  | 'orders'
  | 'complex_orders'
  | 'fills'
  | 'positions'
  | 'balances'
  | 'limits'
  | 'custom_assets'
  | 'webhooks'
  | 'keys'

interface Watcher {
  readonly topics: readonly string[]
  readonly changed: () => void
}

const watchers = new Set<Watcher>()

/** `topics` are separated by commas. Answers what ends it. */
export const watch = (topics: string, changed: () => void): (() => void) => {
  const watcher = { topics: topics.split(','), changed }
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** Has everything that shows one of these read again. */
export const tell = (...topics: readonly Topic[]): void => {
  for (const { topics: watched, changed } of watchers) if (topics.some((topic) => watched.includes(topic))) changed()
}
