/** Checks whether Lambda takes the messages of each queue to its function. The local service starts its functions without mappings. */

import type { MappingState } from '../../environment/cloud-state.ts'
import { type Examination, ill, type Observation, well } from '../finding.ts'

const STOPPED = ['Disabled', 'Disabling', 'Deleting']

export const mappings: Examination = {
  what: 'event sources',
  ifBlind: 'Check your right lambda:ListEventSourceMappings.',
  look: async ({ place: { cloud } }) => {
    if (cloud === null) return []
    const all = await cloud.mappings()
    const wrong = all.flatMap(trouble)
    return wrong.length > 0 ? wrong : [well(`${all.length} functions take the messages of their queues`)]
  },
}

const trouble = ({ function: name, ifBroken, state, uuid }: MappingState): readonly Observation[] => {
  if (state === null)
    return [ill(`${name} takes no messages: it has no event source mapping. ${ifBroken}`, 'Deploy again.')]
  if (!STOPPED.includes(state)) return []
  const enable = `aws lambda update-event-source-mapping --uuid ${uuid} --enabled`
  return [ill(`${name} takes no messages: its event source mapping is ${state}. ${ifBroken}`, `Enable it: ${enable}.`)]
}
