/** Hosts of the pictures of EXCHANGE_B, as its listings name them. The policy of the page names the same hosts: the browser loads no other picture. */

export const PICTURE_HOSTS: readonly string[] = [
  'polymarket-upload.s3.us-east-2.amazonaws.com',
  'polymarket-static.s3.us-east-2.amazonaws.com',
]
