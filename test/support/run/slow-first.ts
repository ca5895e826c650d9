/** Files that mostly wait come first and heavy ones next, so that no run ends with one of them alone. */

import { BaseSequencer, type TestSpecification } from 'vitest/node'

const SLOW = [
  'console/',
  'docs/guides',
  'local/rehearse',
  'service/streams',
  'service/client',
  'service/reference-page-in-browser',
  'local/',
  'orders/pushed-fills',
  'contingent/dead-streams',
  'third-exchange',
  'infra/deployment',
  'faults',
  'stories/',
  'price-watch/',
  'watch-marks',
  'month-of-settlements',
  'end-market',
  'engine/wire',
  'stream-sender',
  'at-random',
]

const rank = ({ moduleId }: TestSpecification): number => {
  const place = SLOW.findIndex((part) => moduleId.includes(part))
  return place === -1 ? SLOW.length : place
}

export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}
