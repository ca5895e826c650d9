/** Table of contents: every command of the operator. */

import type { Command } from './command.ts'
import { createKey } from './commands/create-key.ts'
import { createUser } from './commands/create-user.ts'
import { doctor } from './commands/doctor.ts'
import { liftCostStop } from './commands/lift-cost-stop.ts'
import { listKeys } from './commands/list-keys.ts'
import { logs } from './commands/logs.ts'
import { purgeDeadLetters } from './commands/purge-dead-letters.ts'
import { revokeKeyCommand } from './commands/revoke-key.ts'
import { revokeUserCommand } from './commands/revoke-user.ts'
import { samEnv } from './commands/sam-env.ts'
import { smokeTest } from './commands/smoke-test.ts'
import { status } from './commands/status.ts'
import { stuck } from './commands/stuck.ts'
import { trace } from './commands/trace.ts'
import { users } from './commands/users.ts'

export const COMMANDS: Readonly<Record<string, Command>> = {
  doctor,
  status,
  stuck,
  trace,
  logs,
  users,
  'create-user': createUser,
  'create-key': createKey,
  'list-keys': listKeys,
  'revoke-key': revokeKeyCommand,
  'revoke-user': revokeUserCommand,
  'lift-cost-stop': liftCostStop,
  'purge-dead-letters': purgeDeadLetters,
  'smoke-test': smokeTest,
  'sam-env': samEnv,
}
