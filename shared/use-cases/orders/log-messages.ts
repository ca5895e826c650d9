/** Log messages that tests, the dashboard and docs/operations.md name. */

export const ORDER_LOG = {
  stored: 'order stored',
  sent: 'order sent',
  cancelSent: 'cancel sent',
  postponed: 'order postponed',
} as const
