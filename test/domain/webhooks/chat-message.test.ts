/** Lines in chats: text of others has no effect there. */

import { describe, expect, it } from 'vitest'
import { chatMessage, withWaitOfChat } from '#domain/webhooks/chat-message.ts'
import { plain } from '#domain/webhooks/event-line.ts'

const AT = 'https://chat.example/x'
const answer = (status: number, response: string) => ({ status, error: null, response, retryAfterMs: null })

describe('a line in a chat', () => {
  it('breaks mentions, commands, tags and addresses in titles, and keeps figures', () => {
    const text = plain('@everyone /stop #tag https://evil.example\n4.5% at 12:30\u202E')
    expect(text).not.toMatch(/@everyone|\/stop|#tag|:\/|evil\.example|\n|\u202E/)
    expect(text).toContain('4.5% at 12:30')
    expect(plain('x'.repeat(5_000))).toHaveLength(200)
  })

  it('has the form of each platform, with its markup escaped', () => {
    const line = 'a *b* <@1> [c](d) & > e'
    expect(JSON.parse(chatMessage('discord', AT, line).body).content).toBe('a \\*b\\* \\<@1\\> \\[c\\]\\(d\\) & \\> e')
    expect(JSON.parse(chatMessage('slack', AT, line).body).text).toBe('a *b* &lt;@1&gt; [c](d) &amp; &gt; e')
    expect(JSON.parse(chatMessage('telegram', `${AT}?chat_id=1`, line).body).text).toBe(line)
    const longest = JSON.parse(chatMessage('discord', AT, '*'.repeat(5_000)).body).content
    expect(longest.length).toBeLessThanOrEqual(2_000)
  })

  it('waits as long as the body of a 429 says', () => {
    expect(withWaitOfChat(answer(429, '{"retry_after": 1.337}')).retryAfterMs).toBe(1_337)
    expect(withWaitOfChat(answer(429, '{"ok":false,"parameters":{"retry_after":35}}')).retryAfterMs).toBe(35_000)
    expect(withWaitOfChat(answer(503, '{"retry_after": 35}')).retryAfterMs).toBeNull()
  })
})
