/** The chapters of the OpenAPI document, in the order a person reads. */

export const TAGS: Readonly<Record<string, string>> = {
  Markets:
    'Find an instrument, and see its prices and its orderbook. An instrument is known everywhere by its integer `svc_id`.',
  Orders:
    'Place an order, follow it, cancel it. An order is stored at once and executed asynchronously: poll it, or let a webhook tell.',
  'Complex orders':
    'Orders that wait for something: take-profit and stop-loss hang on a parent order, a stop watches the price by itself.',
  'Custom assets': 'Baskets of instruments that are traded as one.',
  Portfolio: 'What the subaccounts hold, what they traded, and how much money is left.',
  Subaccounts: 'A subaccount holds exchange credentials, orders and positions apart from those of any other.',
  Credentials: 'The keys with which a subaccount trades on an exchange: checked, encrypted, never shown again.',
  Limits: 'How much a subaccount may risk, and the switch that halts it.',
  Webhooks: 'Be told of every change, signed as Standard Webhooks describes.',
  'API keys': 'The keys of this interface. The first one comes from a command, the others from here.',
  Service: 'The service itself; no key needed.',
}
