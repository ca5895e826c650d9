/** `create-user`: a new user with a first key. */

import { v7 } from 'uuid'
import type { Command } from '../command.ts'
import { giveKey, KEY_FLAGS } from './create-key.ts'

export const createUser: Command = {
  summary: 'creates a user and a first API key; it is shown once',
  flags: KEY_FLAGS,
  run: (call) => giveKey(call, v7()),
}
