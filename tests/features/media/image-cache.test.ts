import fc from 'fast-check'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createImageCache } from '#app/features/media/image-cache.server.ts'
import { Refusal } from '#app/errors.ts'
import { prepareImage } from '#app/features/media/prepare.server.ts'
import { refusalOf } from '#tests/support/factories.ts'
import { aDrawing, anAnimation, aPicture } from '#tests/support/db/media.ts'
import { tries } from '#tests/support/depth.ts'

const log = pino({ level: 'silent' })

test('two images are processed at a time, and uploads beyond the queue must retry', async () => {
  const gallery = createImageCache({ dir: '/nowhere', log })
  let running = 0
  let most = 0
  const gates: (() => void)[] = []
  const task = async () => {
    most = Math.max(most, ++running)
    await new Promise<void>((resolve) => gates.push(resolve))
    running--
  }
  const works = Array.from({ length: 10 }, () => gallery.work(task))
  await Promise.resolve()
  const png = await aPicture({ width: 8, height: 8 }).png().toBuffer()
  expect(await refusalOf(() => prepareImage({ log, imageCache: gallery }, png))).toMatchObject({
    status: 503,
  })
  works.push(...Array.from({ length: 42 }, () => gallery.work(task)))
  expect(await refusalOf(() => gallery.work(task))).toMatchObject({
    status: 503,
    headers: { 'Retry-After': '5' },
  })
  const all = Promise.all(works)
  let over = false
  void all.then(() => (over = true))
  while (!over) {
    gates.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(most).toBe(2)
})

test('whatever the bytes are, they become an image or are refused', { timeout: 60_000 }, async () => {
  const small = { width: 40, height: 30 }
  const originals = await Promise.all([
    aPicture(small).png().toBuffer(),
    aPicture(small).jpeg().toBuffer(),
    aPicture(small).webp().toBuffer(),
    aPicture(small).avif({ effort: 0 }).toBuffer(),
    anAnimation(small).gif().toBuffer(),
    anAnimation(small).webp().toBuffer(),
    aDrawing('<style>a{fill:url(#b)}</style><use href="#c"/>'),
  ])
  const ctx = { log, imageCache: createImageCache({ dir: '/nowhere', log }) }
  const changes = fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(255)), {
    maxLength: 8,
  })
  const outcomes = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...originals), changes, async (original, list) => {
      const bytes = Buffer.from(original)
      for (const [place, value] of list) bytes[Math.floor(place * (bytes.length - 1))] = value
      const outcome = await prepareImage(ctx, bytes).catch((error: unknown) => error)
      outcomes.add(outcome instanceof Error ? 'refused' : 'kept')
      if (outcome instanceof Refusal) expect([400, 415]).toContain(outcome.status)
      else expect(outcome).not.toBeInstanceOf(Error)
    }),
    { ...tries(300), examples: originals.map((original) => [original, []] as [Buffer, [number, number][]]) },
  )
  expect([...outcomes].sort()).toEqual(['kept', 'refused'])
})
