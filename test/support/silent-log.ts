/** A log for tests that read none of it. Spread it where a test reads one kind of line. */

import type { Log } from '#ports/kernel/log.ts'

const nothing = (): void => undefined

export const SILENT_LOG: Log = { info: nothing, warn: nothing, error: nothing, metric: nothing }
