/** The kinds of receivers, and the address of each as it may be shown. */

export const WEBHOOK_KINDS = ['standard', 'discord', 'slack', 'telegram'] as const
/** `standard` receives signed JSON. The others are chats, which receive one readable line. */
export type WebhookKind = (typeof WEBHOOK_KINDS)[number]

export type ChatKind = Exclude<WebhookKind, 'standard'>

/** Returns whether the receiver is a chat. The address of a chat is its secret. */
export const isChat = (kind: WebhookKind): kind is ChatKind => kind !== 'standard'

/** The address of a chat without its secret parts: path and query. */
export const maskedAddress = (address: string): string => `${new URL(address).origin}/…`

/**
 * Returns the fault in the form of a chat's address, or null. The host is free, because compatible servers exist: Mattermost speaks Slack's form, and
 * Telegram publishes its server for own use.
 */
export const chatAddressFault = (kind: ChatKind, address: string): string | null => {
  if (kind !== 'telegram') return null
  const { pathname, searchParams } = new URL(address)
  if (!/\/bot[^/]+\/sendMessage$/.test(pathname))
    return 'url must be https://api.telegram.org/bot<token>/sendMessage?chat_id=<chat>'
  return [...searchParams.keys()].join() === 'chat_id' && searchParams.get('chat_id') !== ''
    ? null
    : 'url must end with ?chat_id=<chat>, and have no other parameter'
}
