/** Checks whether the table can be read. */

import { type Examination, well } from '../finding.ts'

export const tableAnswers: Examination = {
  what: 'table',
  ifBlind: 'Check that the service runs, your credentials and the region; then the status page of DynamoDB.',
  look: async ({ place, table }) => {
    await table.get({ pk: 'doctor', sk: 'doctor' })
    return [well(`${place.table.name} answers`)]
  },
}
