/** Notes on the fields of hooks and alerts. */

export const hookNotes: Readonly<Record<string, string>> = {
  hook_id: 'Hook',
  template: 'Order of every alert, on one market',
  fields: 'Fields that an alert may choose, with their bounds; all others are fixed',
  'HookFields.price': 'Price between `min` and `max`; null if it is fixed',
  'HookFields.qty': 'Quantity between `min` and that of the template; null if it is fixed',
  min: 'Lowest value',
  max: 'Highest value',
  limits: 'What all alerts together may do',
  max_orders_per_day: 'Orders in a UTC day',
  max_cost_per_day: 'Sum of the worst costs of the orders in a UTC day, in dollars; null: any',
  expires_at: 'From this time on it takes no alert; null: never',
  ...Object.fromEntries(
    ['Hook', 'CreatedHook', 'ChangeHook'].map((record) => [`${record}.is_active`, 'Whether it takes alerts']),
  ),
  'Hook.api_key_id': 'API key that gave the hook its secret; the hook takes no alert after that key is revoked',
  'CreatedHook.api_key_id': 'API key that gave the hook its secret; the hook takes no alert after that key is revoked',
  'CreatedHook.secret': 'Secret for the body of its alerts, shown this once; null if the request is a repeat',
  'Alert.secret': 'Secret of the hook',
  alert_id: 'Id that the sender gives the alert: it is carried out once',
  sent_at: 'Time of the alert; older than five minutes is refused',
}
