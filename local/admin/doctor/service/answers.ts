/** Checks whether the service answers requests. */

import { type Examination, ill, well } from '../finding.ts'

export const answers: Examination = {
  what: 'requests',
  ifBlind:
    'Check that the service runs. In AWS, look at the functions of TradingApi and at the concurrency of the account.',
  look: async ({ place }) => {
    const answer = await fetch(`${place.baseUrl}/v1/health`, { signal: AbortSignal.timeout(5_000) })
    return [
      answer.ok
        ? well(`${place.baseUrl} answers`)
        : ill(`GET /v1/health answers ${answer.status}.`, 'Look at the log of get-health, and at the table.'),
    ]
  },
}
