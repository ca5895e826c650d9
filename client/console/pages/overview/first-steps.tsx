/** The way to a first order, for a subaccount that has never traded. */

import type { ComponentChildren } from 'preact'
import { Panel } from '../../parts/panel.tsx'
import { canTrade } from '../../session/session.ts'
import { to } from '../../shell/navigation/route.ts'

interface Props {
  readonly hasSubaccount: boolean
  /** True if an account at an exchange, or play money, is connected. */
  readonly hasAccount: boolean
}

export const FirstSteps = ({ hasSubaccount, hasAccount }: Props) => (
  <Panel title="First steps" padded>
    <ol class="first-steps">
      <Step isDone={hasSubaccount} href={to('subaccounts')} text="Make a subaccount">
        Each has its own orders, positions and limits.
      </Step>
      <Step isDone={hasAccount} href={to('subaccounts')} text="Connect an exchange">
        Store the credentials of an account, or take play money where the service offers it.
      </Step>
      <Step isDone={false} href={to('markets')} text="Find a market">
        Press <kbd>/</kbd> on any page to search.
      </Step>
      <Step isDone={false} href={to('markets')} text="Place a first order">
        {canTrade.value
          ? 'The ticket shows cost, fee and payout before it sends.'
          : 'This key only reads. Sign in with a key that trades.'}
      </Step>
    </ol>
  </Panel>
)

interface StepProps {
  readonly isDone: boolean
  readonly href: string
  readonly text: string
  readonly children: ComponentChildren
}

const Step = ({ isDone, href, text, children }: StepProps) => (
  <li class={isDone ? 'done' : ''}>
    <p>
      {isDone ? (
        <span class="strong">
          {text} <span class="buy">✓ done</span>
        </span>
      ) : (
        <a class="strong" href={href}>
          {text}
        </a>
      )}
    </p>
    <p class="muted small">{children}</p>
  </li>
)
