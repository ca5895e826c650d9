/**
 * Writes screenshots as one animated WebP. The browser finds what changed from one to the next and encodes only that, so no package and no
 * other program is needed. Container: https://developers.google.com/speed/webp/docs/riff_container
 */

import type { Page } from 'playwright-core'

export interface Frame {
  readonly png: Buffer
  /** How long it is shown. */
  readonly ms: number
}

/** Part of a frame that differs from the frame before. */
interface Patch {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly webp: string
}

/** All frames have this size. `page` is a blank page that encodes. */
export const animatedWebp = async (
  page: Page,
  frames: readonly Frame[],
  size: { readonly width: number; readonly height: number },
): Promise<Buffer> => {
  const shown: { patch: Patch; ms: number }[] = []
  await page.evaluate('globalThis.before = undefined')
  for (const { png, ms } of frames) {
    const patch = await page.evaluate<Patch | null>(`(${PATCH})('${png.toString('base64')}')`)
    const last = shown.at(-1)
    if (patch === null && last !== undefined) last.ms += ms
    else if (patch !== null) shown.push({ patch, ms })
  }
  const animation = Buffer.alloc(6)
  const header = Buffer.concat([
    Buffer.from([ANIMATED | HAS_ALPHA, 0, 0, 0]),
    threeBytes(size.width - 1),
    threeBytes(size.height - 1),
  ])
  const body = Buffer.concat([
    Buffer.from('WEBP'),
    chunk('VP8X', header),
    chunk('ANIM', animation),
    ...shown.map(({ patch, ms }) => chunk('ANMF', frameOf(patch, ms))),
  ])
  return chunk('RIFF', body)
}

const ANIMATED = 0b10
const HAS_ALPHA = 0b10000
/** The new part is laid over the old one, and stays. */
const OVER = 0

const frameOf = ({ x, y, width, height, webp }: Patch, ms: number): Buffer =>
  Buffer.concat([
    ...[x / 2, y / 2, width - 1, height - 1, ms].map(threeBytes),
    Buffer.from([OVER]),
    ...pixelsIn(Buffer.from(webp, 'base64')),
  ])

/** The chunk with the picture. A frame has none about colours. */
const pixelsIn = (file: Buffer): readonly Buffer[] => {
  const chunks: Buffer[] = []
  // Behind `RIFF`, the size and `WEBP`.
  for (let at = 12; at < file.length; ) {
    const length = file.readUInt32LE(at + 4)
    const end = at + 8 + length + (length % 2)
    if (file.toString('latin1', at, at + 3) === 'VP8' && file[at + 3] !== 'X'.charCodeAt(0))
      chunks.push(file.subarray(at, end))
    at = end
  }
  return chunks
}

const threeBytes = (value: number): Buffer => {
  const bytes = Buffer.alloc(3)
  bytes.writeUIntLE(value, 0, 3)
  return bytes
}

const chunk = (name: string, content: Buffer): Buffer => {
  const size = Buffer.alloc(4)
  size.writeUInt32LE(content.length)
  return Buffer.concat([Buffer.from(name), size, content, Buffer.alloc(content.length % 2)])
}

/**
 * Runs in the browser: the smallest rectangle that changed, without loss. Its corner has even coordinates. Old pixels in it are clear, if that
 * takes fewer bytes.
 */
const PATCH = `async (png) => {
  const image = new Image()
  image.src = 'data:image/png;base64,' + png
  await image.decode()
  const canvas = new OffscreenCanvas(image.width, image.height)
  const pen = canvas.getContext('2d', { willReadFrequently: true })
  pen.drawImage(image, 0, 0)
  const whole = pen.getImageData(0, 0, image.width, image.height)
  const now = new Uint32Array(whole.data.buffer)
  const { before } = globalThis
  globalThis.before = now
  const clear = new ImageData(image.width, image.height)
  const changed = new Uint32Array(clear.data.buffer)
  let [left, top, right, bottom] = [image.width, image.height, -1, -1]
  now.forEach((pixel, at) => {
    if (before !== undefined && before[at] === pixel) return
    changed[at] = pixel
    const [x, y] = [at % image.width, Math.floor(at / image.width)]
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  })
  if (right < 0) return null
  const [x, y] = [left - (left % 2), top - (top % 2)]
  const part = new OffscreenCanvas(right - x + 1, bottom - y + 1)
  const encoded = async (pixels) => {
    part.getContext('2d').putImageData(pixels, -x, -y)
    return new Uint8Array(await (await part.convertToBlob({ type: 'image/webp', quality: 1 })).arrayBuffer())
  }
  const [one, other] = [await encoded(whole), await encoded(clear)]
  const bytes = one.length < other.length ? one : other
  return { x, y, width: part.width, height: part.height, webp: bytes.toBase64() }
}`
