/** Checks whether the key that seals credentials on this machine is there, and readable by its owner alone. In AWS, KMS has the key. */

import { existsSync, readFileSync, statSync } from 'node:fs'
import { type Examination, ill, well } from '../finding.ts'

export const keyFile: Examination = {
  what: 'key file',
  ifBlind: 'Look at the file.',
  look: async ({ place: { keyFile: file } }) => {
    if (file === null) return []
    if (!existsSync(file))
      return [
        ill(
          `${file} is gone.`,
          'The running service still has the key in memory. Copy the file back from a backup before you restart it: without it, store all credentials again.',
        ),
      ]
    if (!/^[0-9a-f]{64}$/i.test(readFileSync(file, 'utf8').trim()))
      return [ill(`${file} holds no key.`, 'Copy the file back from a backup before you restart the service.')]
    return [
      (statSync(file).mode & 0o077) === 0
        ? well(`${file} is there, and only its owner can read it`)
        : ill(
            `Other users of this machine may read ${file}, and open the stored credentials with it.`,
            `chmod 600 ${file}. If anybody may have read it, replace the keys at the exchanges too.`,
          ),
    ]
  },
}
