import { describe, expect, it } from 'vitest'
import { brokenSubjectOrder } from '#local/lint/subject-order.ts'

const ALIASES = [
  ['#domain/', 'shared/domain/'],
  ['#use-cases/', 'shared/use-cases/'],
] as const

const broken = (path: string, text: string) => brokenSubjectOrder([{ path, text }], ALIASES)

describe('the order of subjects', () => {
  it('refuses an import from a subject further up, and names both files', () => {
    expect(broken('shared/domain/orders/order.ts', "import { legsOf } from '../baskets/basket-order.ts'\n")).toEqual([
      'shared/domain/orders/order.ts imports shared/domain/baskets/basket-order.ts: in shared/domain, baskets is above orders',
    ])
  })

  it('refuses it under an alias, over several lines, of types, and when it is loaded later', () => {
    for (const text of [
      "import { place } from '#use-cases/contingent/place.ts'",
      "import {\n  place,\n} from '#use-cases/contingent/place.ts'",
      "import type { Place } from '#use-cases/contingent/place.ts'",
      "export { place } from '#use-cases/contingent/place.ts'",
      "const later = () => import('../contingent/place.ts')",
    ])
      expect(broken('shared/use-cases/orders/place-order.ts', text), text).toHaveLength(1)
  })

  it('allows imports from the same subject, from further down, and from other rooms', () => {
    for (const name of ['./place.ts', '../orders/order.ts', '../kernel/time.ts', '#domain/work/lane.ts', 'valibot'])
      expect(broken('shared/use-cases/contingent/place.ts', `import { one } from '${name}'`), name).toEqual([])
  })

  it('refuses a folder that the order does not name', () => {
    expect(broken('shared/domain/fees/fee.ts', '')).toEqual([
      'shared/domain/fees/fee.ts: the subject fees has no place in the order of shared/domain',
    ])
  })
})
