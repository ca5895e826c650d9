/** The request that puts one line into a chat, in the form of its platform. */

import { SECOND } from '../kernel/time.ts'
import type { Answer } from './delivery.ts'
import type { ChatKind } from './webhook-kind.ts'

export interface ChatMessage {
  readonly url: string
  /** JSON. */
  readonly body: string
}

/** Longest message in characters: Discord takes 2,000, Telegram 4,096. Escapes may double the text. */
const LONGEST = 900

/** Returns the request for one line at that address, cut and escaped. */
export const chatMessage = (kind: ChatKind, address: string, line: string): ChatMessage => {
  const text = line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line
  switch (kind) {
    case 'discord':
      return { url: address, body: JSON.stringify(discordBody(text)) }
    case 'slack':
      return { url: address, body: JSON.stringify(slackBody(text)) }
    case 'telegram':
      return telegramMessage(address, text)
  }
}

/** Discord, "Execute Webhook": without parsed mentions, and with the flag SUPPRESS_EMBEDS (1 << 2). */
const discordBody = (text: string): object => ({
  content: text.replaceAll(/[\\`*_~|<>[\]()#]/g, '\\$&'),
  allowed_mentions: { parse: [] },
  flags: 4,
})

/** Slack, "Formatting text": only these three characters are escaped. */
const slackBody = (text: string): object => ({
  text: text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  mrkdwn: false,
  unfurl_links: false,
  unfurl_media: false,
})

/** Telegram, "sendMessage": without `parse_mode` the text has no markup. The chat moves from the address into the body. */
const telegramMessage = (address: string, text: string): ChatMessage => {
  const url = new URL(address)
  const chatId = url.searchParams.get('chat_id')
  url.search = ''
  return {
    url: url.href,
    body: JSON.stringify({ chat_id: chatId, text, link_preview_options: { is_disabled: true } }),
  }
}

/**
 * The answer of a chat with the wait that its body names: Discord `retry_after`, Telegram `parameters.retry_after`, in seconds. Slack and Discord also
 * send the header `Retry-After`.
 */
export const withWaitOfChat = (answer: Answer): Answer => {
  if (answer.status !== 429) return answer
  const named = /"retry_after"\s*:\s*(\d+(?:\.\d+)?)/.exec(answer.response)?.[1]
  if (named === undefined) return answer
  return { ...answer, retryAfterMs: Math.max(answer.retryAfterMs ?? 0, Math.ceil(Number(named) * SECOND)) }
}
