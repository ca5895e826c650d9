/** Files that mostly wait come first and heavy ones next, so that no run ends with one of them alone. */

import { BaseSequencer, type TestSpecification } from 'vitest/node'

const SLOW = [
  'local/restart',
  'docs/guides',
  'console/',
  'service/client',
  'local/rehearse',
  'local/',
  'orders/pushed-fills',
  'contingent/dead-streams',
  'third-exchange',
  'infra/',
  'faults',
  'stories/',
  'price-watch/',
  'watch-marks',
  'month-of-settlements',
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
