/** Licences of all shipped packages, each text once, as their authors require. */

import type { ShippedPackage } from './shipped-packages.ts'

/** Text of THIRD-PARTY-NOTICES.txt. */
export const thirdPartyNotices = (packages: readonly ShippedPackage[]): string => {
  const byText = Map.groupBy(packages, ({ license, text }) => (text === '' ? `License: ${license}` : text))
  const blocks = [...byText].map(([text, those]) => [...those.map(lineOf), '', text].join('\n'))
  return `${[HEAD, ...blocks].join(`\n\n${'-'.repeat(78)}\n\n`)}\n`
}

const lineOf = ({ name, version, license, shippedIn }: ShippedPackage): string =>
  `${name} ${version} (${license}), in: ${shippedIn.join(', ')}`

const HEAD = `THIRD-PARTY NOTICES

The functions, the client, the console and the reference page of this project contain code of
these packages. Each has its own licence. \`npm run notices\` writes this file
from what the bundles are made of.`
