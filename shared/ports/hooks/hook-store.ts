/** Stores hooks. */

import type { Hook } from '#domain/hooks/hook.ts'

export interface HookStore {
  /** Null if the user has no such hook. */
  get(userId: string, hookId: string): Promise<Hook | null>
  /** Oldest first (strongly consistent). */
  list(userId: string): Promise<readonly Hook[]>
  /** False when that id exists already. */
  create(hook: Hook): Promise<boolean>
  /** Provided the stored version is the one given, which then grows by one. */
  save(hook: Hook): Promise<boolean>
  remove(hook: Hook): Promise<boolean>
}
