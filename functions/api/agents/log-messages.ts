/** Log messages of calls of agents. */

export const AGENT_LOG = {
  endpointSilent: 'endpoint not answered',
  protocolError: 'message of an agent refused',
} as const
