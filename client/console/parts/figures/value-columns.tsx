/** Columns of what a position holds, and of its present value and gain: the same in each table of positions. */

import type { Position } from '../../api/types.ts'
import { averageOf } from '../../format/average-of.ts'
import { money } from '../../format/money.ts'
import { worthOf } from '../../live/money/worth-of.ts'
import type { Column } from '../table.tsx'
import { Contracts } from './contracts.tsx'
import { Gain } from './gain.tsx'
import { Mark } from './mark.tsx'
import { Tick } from './tick.tsx'

export const valueColumns: readonly Column<Position>[] = [
  { title: 'Contracts', kind: 'end', cell: Contracts },
  { title: 'Average', kind: 'end', cell: averageOf },
  { title: 'Mark', kind: 'end', cell: (one) => <Mark of={one} /> },
  { title: 'Value', kind: 'end', cell: (one) => <Tick of={worthOf(one)} text={money(worthOf(one))} /> },
  { title: 'Unrealized', kind: 'end', cell: ({ unrealized_pnl }) => <Gain of={unrealized_pnl} /> },
]
