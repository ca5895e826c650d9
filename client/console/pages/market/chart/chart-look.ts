/** Colours and options of the chart, from the style sheet in the present theme. */

import { CrosshairMode } from 'lightweight-charts'

/** As wide as most names of lines, such as `Sell 10`. */
const LINE_NAMES_PX = 76

export const chartLook = (place: HTMLElement) => ({
  layout: {
    attributionLogo: false,
    background: { color: 'transparent' },
    textColor: colourOf(place, '--muted'),
    fontFamily: getComputedStyle(document.body).fontFamily,
  },
  grid: { vertLines: { visible: false }, horzLines: { color: colourOf(place, '--line') } },
  crosshair: { mode: CrosshairMode.Normal },
  localization: { dateFormat: 'dd MMM' },
  rightPriceScale: { borderVisible: false, scaleMargins: { top: 0.08, bottom: 0.14 } },
  timeScale: {
    borderVisible: false,
    timeVisible: true,
    secondsVisible: false,
    // A fixed edge has its whole label.
    fixLeftEdge: true,
    // The names of the lines cover nothing there.
    rightOffsetPixels: LINE_NAMES_PX,
  },
  // A page is scrolled with the wheel and with a finger.
  handleScroll: { mouseWheel: false, vertTouchDrag: false },
  handleScale: { mouseWheel: false },
})

/** Value of a variable of the style sheet. */
export const colourOf = (place: HTMLElement, name: string): string => {
  const probe = document.createElement('i')
  probe.style.color = `var(${name})`
  place.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}
