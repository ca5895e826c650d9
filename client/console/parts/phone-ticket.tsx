/** The ticket of a page. On a telephone a bar with its offers stays at the bottom, and opens the ticket as a sheet. */

import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { isPhone } from '../shell/is-phone.ts'
import { useShortcut } from '../shell/shortcuts.ts'
import { Sheet } from './dialog/sheet.tsx'

export interface Offer {
  readonly text: string
  readonly class: 'buying' | 'selling'
  /** Sets the ticket to it. */
  readonly choose: () => void
}

interface Props {
  /** Names the sheet: what it trades. */
  readonly title: string
  readonly offers: readonly [Offer, Offer]
  readonly children: ComponentChildren
}

const isOpen = signal(false)

/** Shows the ticket, if it is a sheet: the user took a price of the book for it. */
export const openTicket = (): void => {
  isOpen.value = isPhone.value
}

const close = (): void => {
  isOpen.value = false
}

export const PhoneTicket = ({ title, offers, children }: Props) => {
  useEffect(() => close, [])
  if (!isPhone.value) return <>{children}</>
  return (
    <>
      <Bar offers={offers} />
      {isOpen.value ? (
        <Sheet title={title} close={close}>
          {children}
        </Sheet>
      ) : null}
    </>
  )
}

const Bar = ({ offers }: Pick<Props, 'offers'>) => {
  const begin = ({ choose }: Offer): void => {
    choose()
    openTicket()
  }
  useShortcut('b', () => begin(offers[0]))
  useShortcut('s', () => begin(offers[1]))
  return (
    <div class="offers">
      {offers.map((offer) => (
        <button key={offer.class} type="button" class={`button ${offer.class}`} onClick={() => begin(offer)}>
          {offer.text}
        </button>
      ))}
    </div>
  )
}
