/** The words of an endpoint for an agent: with tools in place of addresses, and without the forms of HTTP. */

import { TOOL_CATALOGUE } from '#contract/agents/tool-catalogue.ts'
import type { DescribedEndpoint } from '#contract/openapi/openapi-document.ts'

export const agentWords = (text: string, endpoints: readonly DescribedEndpoint[]): string =>
  text
    .split(/(?<=\.) (?=[A-Z`])/)
    .filter((sentence) => !OF_HTTP.test(sentence))
    .join(' ')
    .replace(', separated by commas or as repeated parameters', '')
    .replace(/`?\b([A-Z]+) (\/v1\/[\w/{}-]+)`?/g, (said, method, path) => toolOf(method, path, endpoints) ?? said)

/** Sentences about headers and bodies, which tools do not have. */
const OF_HTTP = /`Accept: |The body may be left out/

const toolOf = (method: string, path: string, endpoints: readonly DescribedEndpoint[]): string | undefined => {
  const endpoint = endpoints.find((one) => one.method === method && one.path === path)?.name
  return TOOL_CATALOGUE.find((tool) => tool.endpoint === endpoint)?.name
}
