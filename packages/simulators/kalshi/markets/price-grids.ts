/** The exchange's price grids by label (Kalshi reference, section 11). */

import type { PriceBand } from '../../engine/ledger/engine-state.ts'

const CENT = 10_000
const ONE = 1_000_000

const whole = (step: number): readonly PriceBand[] => [{ start: 0, end: ONE, step }]

const centerAndEdges = (center: number, edge: number, width = 10 * CENT): readonly PriceBand[] => [
  { start: 0, end: width, step: edge },
  { start: width, end: ONE - width, step: center },
  { start: ONE - width, end: ONE, step: edge },
]

export const PRICE_GRIDS = {
  linear_cent: whole(CENT),
  deci_cent: whole(CENT / 10),
  tapered_deci_cent: centerAndEdges(CENT, CENT / 10),
  center_whole_edge_half_cent: centerAndEdges(CENT, CENT / 2),
  center_whole_edge_quint_cent: centerAndEdges(CENT, CENT / 5),
  center_half_edge_half_cent: centerAndEdges(CENT / 2, CENT / 2),
  center_half_edge_quint_cent: centerAndEdges(CENT / 2, CENT / 5),
  center_half_edge_deci_cent: centerAndEdges(CENT / 2, CENT / 10),
  center_quint_edge_quint_cent: centerAndEdges(CENT / 5, CENT / 5),
  center_quint_edge_deci_cent: centerAndEdges(CENT / 5, CENT / 10),
  center_centi_edge_centi_cent: whole(CENT / 100),
  center_deci_edge_centi_cent: centerAndEdges(CENT / 10, CENT / 100, CENT),
} as const

export type PriceGrid = keyof typeof PRICE_GRIDS
