/** Notifications of the browser, and a sound: off until the user turns them on with a click. The browser remembers both. */

import { signal } from '@preact/signals'
import type { Entry } from './entry.ts'

type Wish = 'alerts-browser' | 'alerts-sound'

const wishOf = (place: Wish) => signal(localStorage.getItem(place) === 'on')
const wishes = { 'alerts-browser': wishOf('alerts-browser'), 'alerts-sound': wishOf('alerts-sound') }

export const isWanted = (wish: Wish): boolean => wishes[wish].value && (wish === 'alerts-sound' || isAllowed())

/** Why the browser shows none, in words; empty if it can. */
export const isBlocked = signal('')

/** Call it in a click: browsers ask for permission, and allow a sound, only then. */
export const want = async (wish: Wish, on: boolean): Promise<void> => {
  if (wish === 'alerts-sound' && on) play(true)
  if (wish === 'alerts-browser' && on && !(await isGranted())) return
  wishes[wish].value = on
  localStorage.setItem(wish, on ? 'on' : 'off')
}

/** `isSeen`: the user looks at this page, which shows a toast. */
export const alertAbout = ({ key, kind, title, text, href }: Entry, isSeen: boolean): void => {
  if (isWanted('alerts-sound')) play(kind !== 'bad')
  if (isSeen || !isWanted('alerts-browser')) return
  try {
    // The same tag in several tabs is one notification.
    const shown = new Notification(title, { body: text, tag: key })
    shown.onclick = () => {
      focus()
      location.hash = href
      shown.close()
    }
  } catch {
    // Some browsers of phones show notifications only of installed pages.
    isBlocked.value = CANNOT
  }
}

const CANNOT = 'This browser shows no notifications of pages.'

const isAllowed = (): boolean => 'Notification' in globalThis && Notification.permission === 'granted'

const isGranted = async (): Promise<boolean> => {
  const can = 'Notification' in globalThis
  const isGiven = can && (await Notification.requestPermission()) === 'granted'
  isBlocked.value = isGiven
    ? ''
    : can
      ? 'The browser blocks notifications of this page. Its settings can allow them.'
      : CANNOT
  return isGiven
}

const PAUSE_MS = 1_000
let player: AudioContext | undefined
let playedAt = 0

/** Two short notes: up for something good, else down. At most one sound a second. */
const play = (isGood: boolean): void => {
  if (Date.now() - playedAt < PAUSE_MS) return
  playedAt = Date.now()
  player ??= new AudioContext()
  void player.resume()
  const begin = player.currentTime
  const tone = player.createOscillator()
  const volume = player.createGain()
  tone.frequency.setValueAtTime(isGood ? 660 : 440, begin)
  tone.frequency.setValueAtTime(isGood ? 880 : 330, begin + 0.09)
  volume.gain.setValueAtTime(0.08, begin)
  volume.gain.exponentialRampToValueAtTime(0.001, begin + 0.28)
  tone.connect(volume).connect(player.destination)
  tone.start(begin)
  tone.stop(begin + 0.3)
}
