/** The console says what the service answers in its own words: cents, labels and English. The service's texts are a contract and stay. */

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { cancelReason, faultInWords, ownWords } from '#client/console/format/own-words.ts'

describe('messages of the service in the words of the console', () => {
  it.each([
    [['twap_order_params', 'slices'], 'Input should be less than or equal to 288', 'Slices must be at most 288.'],
    [['max_order_qty'], 'Input should be greater than 0', 'Contracts of one order must be above 0.'],
    [['timeout_s'], 'Input should be less than or equal to 86400', 'Seconds must be at most 86,400.'],
    [['price'], 'Input should be less than 1', 'The limit price must be below 100¢.'],
    [['qty'], 'Input should be less than or equal to 1000000000.0', 'Contracts must be at most 1,000,000,000.'],
    [['name'], 'String should have at least 1 character', 'Name must have at least 1 character.'],
    [['svc_id'], 'Field required', 'Svc id is missing.'],
    [
      ['conditional_orders_params', 0],
      'Value error, the TP must be above the SL',
      'The take profit must be above the stop loss.',
    ],
    [
      ['url'],
      'Value error, url is not an address',
      'This is no web address. Write one such as https://example.com/hook.',
    ],
    [['url'], 'Value error, url must begin with https://', 'The address must begin with https://.'],
    [['url'], 'Value error, url must point to a public address', 'The address must be one that everybody can reach.'],
    [['url'], 'String should have at most 2048 characters', 'The address must have at most 2048 characters.'],
  ])('a message about the field %j has the words of the console', (loc, message, own) => {
    expect(faultInWords(loc, message)).toBe(own)
  })

  it('show prices in cents', () => {
    expect(ownWords('The price 0.0021 is not a multiple of 0.001 from 0.001 to 0.999.', 'price_off_tick')).toBe(
      'The price 0.21¢ is not a multiple of 0.1¢ from 0.1¢ to 99.9¢.',
    )
    expect(
      ownWords('The price 0.455 is not on the price grid of the market (tick_size_price 0.01).', 'price_off_tick'),
    ).toBe('The price 45.5¢ is not on the price grid of the market (steps of 1¢).')
  })

  it('leads to the page where a halt is ended, and names limits and exchanges', () => {
    const halted =
      'Trading is halted for the subaccount. Cancels and orders that reduce a position go on; set halted to false with PUT /v1/subaccounts/{subaccount_id}/limits to trade again.'
    expect(ownWords(halted)).toMatch(/; end the halt on the page Limits to trade again\.$/)
    expect(ownWords('The order could cost 12.5 dollars; max_order_cost is 10.')).toBe(
      'The order could cost $12.5; the limit for the cost of one order is $10.',
    )
    expect(
      ownWords(
        'The subaccount is inactive. Set is_active to true with PATCH /v1/subaccounts/{subaccount_id} to trade with it.',
      ),
    ).toBe('The subaccount is inactive. Switch it on, on the page Subaccounts, to trade with it.')
    expect(
      ownWords(
        'No credentials are stored for EXCHANGE_B. Store them with PUT /v1/subaccounts/{subaccount_id}/credentials/EXCHANGE_B.',
      ),
    ).toBe('No credentials are stored for Polymarket. Store them on the page Subaccounts.')
    expect(ownWords('EXCHANGE_A does not answer.')).toBe('Kalshi does not answer.')
  })

  it.each([
    [
      'EXCHANGE_A does not answer: The exchange does not answer /portfolio/balance: status 503',
      'Kalshi does not answer (/portfolio/balance: status 503)',
    ],
    [
      'The exchange does not answer /data/orders: ECONNRESET: socket hang up',
      'The exchange does not answer (/data/orders: ECONNRESET: socket hang up)',
    ],
    [
      'The exchange cannot be reached: ECONNREFUSED: connect ECONNREFUSED 10.0.0.1:443',
      'The exchange cannot be reached (ECONNREFUSED: connect ECONNREFUSED 10.0.0.1:443)',
    ],
    ['ECONNRESET: socket hang up', 'No clear answer came (ECONNRESET: socket hang up)'],
    ['status 503', 'No clear answer came (status 503)'],
  ])('says %j in words for everybody first', (theirs, own) => expect(ownWords(theirs)).toBe(own))

  it('says each cancel_reason that the guide lists within a sentence', () => {
    const guide = readFileSync(new URL('../../../docs/guides/errors.md', import.meta.url), 'utf8')
    const [, table = ''] = guide.split('## Why something was cancelled')
    const reasons = [...table.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code),
    )
    expect(reasons.length).toBeGreaterThan(25)
    expect(reasons.filter((reason) => /^[A-Z]|_/.test(cancelReason(reason)))).toEqual([])
  })

  it('keeps the words of an exchange that refuses all orders', () => {
    expect(cancelReason('exchange_refuses: Trading from Rome is not allowed')).toBe(
      'the exchange refused all orders: Trading from Rome is not allowed',
    )
  })

  it('says why an order was cancelled', () => {
    expect(cancelReason('cancel_all')).toBe('with all others, at your request')
    expect(cancelReason('something_new')).toBe('something new')
  })
})
