/** The chapters of the OpenAPI document, in the order a person reads. */

export const TAGS: Readonly<Record<string, string>> = {
  Markets: 'Find an instrument, its prices and its orderbook. Every instrument has an integer `svc_id`.',
  Orders:
    'Place an order, follow it, cancel it. An order is stored at once and executed asynchronously: poll it, or use a webhook.',
  'Complex orders':
    'Orders that wait for something. Take-profit and stop-loss are attached to a parent order; a stop watches the price by itself.',
  'Custom assets': 'Baskets of instruments that are traded as one.',
  Portfolio: 'Positions, trades and cash of the subaccounts.',
  Subaccounts: 'A subaccount holds its own exchange credentials, orders and positions.',
  Credentials:
    'The keys with which a subaccount trades on an exchange. They are checked, encrypted and never shown again.',
  Limits: 'The risk limits of a subaccount, and its halt.',
  Webhooks: 'Receive every change, signed as Standard Webhooks describes, or as a line in a chat.',
  Hooks: 'Prepared orders that alerts of other services place.',
  Streams: 'Hear of every change and of prices at once over a WebSocket, or read the changes in their order.',
  'API keys': 'The keys of this interface. A command creates the first one; these endpoints create the others.',
  Agents: 'Tools of language models, over the Model Context Protocol.',
  Service: 'The service itself. No key is needed.',
}
