import { vi } from 'vitest'
import type { Context } from '#app/context.server.ts'
import type { Entry } from '#app/features/content/schema.ts'
import { startImageEngine, type ImageEngine } from '#app/features/content/og-image/engine.server.ts'
import { aSite } from '#tests/support/db/content.ts'
import { createOgImageMaker } from '#app/features/content/og-image/image-maker.server.ts'

export const siteUrl = 'https://signpost.example.org'

/** A document, unless told otherwise. */
export const anEntry = (over: Partial<Entry> = {}): Entry => ({
  type: 'doc',
  slug: 'markdown',
  path: '/docs/markdown',
  title: 'Markdown access',
  description: 'Every public page is available as Markdown, by header or by address.',
  updated: '2026-11-21',
  section: 'Site',
  tags: [],
  body: 'Text',
  hash: 'hash',
  file: 'docs/markdown.mdx',
  line: 7,
  ...over,
})
export const aHome = () => anEntry({ type: 'page', slug: 'index', path: '/', title: 'Home' })

export const many = (count: number) =>
  Array.from({ length: count }, (_, n) => anEntry({ path: `/docs/${n}`, title: `Title ${n}` }))

let engine: Promise<ImageEngine> | undefined
/** The real engine, loaded once a file: it is heavy. */
const realEngine = () => (engine ??= startImageEngine())

type Place = { dir?: string | null; load?: () => Promise<ImageEngine> }

/** A context that publishes these entries. Images are kept in `dir`, or nowhere; `load` stands in for the engine. */
export function publishing(entries: Entry[], { dir = null, load = realEngine }: Place = {}) {
  const log = { error: vi.fn(), warn: vi.fn() }
  const library = {
    entries,
    site: aSite(),
    find: (path: string) => entries.find((entry) => entry.path === path),
  }
  const studio = createOgImageMaker({ dir, log, load })
  type Needs = Pick<Context, 'contentIndex' | 'config' | 'ogImageMaker' | 'log'>
  return {
    ctx: { contentIndex: library, config: { siteUrl }, log, ogImageMaker: studio } as unknown as Needs,
    log,
  }
}

/** The width and height that a PNG says it has; null for what is no PNG. */
export const sizeOf = (png: Buffer) =>
  png.subarray(0, 8).toString('latin1') === '\x89PNG\r\n\x1a\n'
    ? [png.readUInt32BE(16), png.readUInt32BE(20)]
    : null
