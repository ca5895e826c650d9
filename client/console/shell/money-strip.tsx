/** Equity and cash of the chosen subaccount, and of all together, on every page. */

import { money } from '../format/money.ts'
import { moneyOf } from '../live/holdings.ts'
import { useHoldingsReader } from '../live/use-holdings-reader.ts'
import { Tick } from '../parts/tick.tsx'
import { subaccount, subaccounts } from '../session/session.ts'

export const MoneyStrip = () => (
  <>
    <Reader />
    {subaccount.value === null ? null : <Strip />}
  </>
)

/** Its many renderings end here. */
const Reader = () => {
  useHoldingsReader()
  return null
}

const Strip = () => {
  const { subaccount_id = '', is_paper } = subaccount.value ?? {}
  const alike = (subaccounts.value ?? []).filter((one) => one.is_paper === is_paper)
  const own = moneyOf([subaccount_id])
  const all = moneyOf(alike.map((one) => one.subaccount_id))
  return (
    <a class="money" href="#/">
      <Figure label={own.unpriced === 0 ? 'Equity' : `Equity, ${own.unpriced} unpriced`} of={own.equity} />
      <Figure label="Cash" of={own.cash} class="cash" />
      {alike.length > 1 ? <Figure label="All together" of={all.equity} class="together" /> : null}
    </a>
  )
}

interface FigureProps {
  readonly label: string
  readonly of: number | null
  readonly class?: string
}

const Figure = ({ label, of, class: kind = '' }: FigureProps) => (
  <span class={kind}>
    <span class="label">{label}</span>
    <span class="figure">
      <Tick of={of} text={money(of)} />
    </span>
  </span>
)
