/** The secret of a webhook, in the form of Standard Webhooks. */

/** 256 random bits. */
export const newWebhookSecret = (random: (bytes: number) => Uint8Array): string =>
  `whsec_${Buffer.from(random(32)).toString('base64')}`
