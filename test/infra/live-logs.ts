/** The logs of a deployment of stage `live`: one test holds the stacks to them, another the operator's commands that search them. */

export const LIVE_LOGS = ['trading-live-access', 'trading-live-api', 'trading-live-watch', 'trading-live-workers']
