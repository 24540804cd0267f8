import { z } from 'zod'
import { readMediaPath } from '#app/site/image-paths.ts'

/**
 * What an element of a body may be. `props` are literal strings, or `true` for an attribute without a value.
 * `holds`: blocks of text, words only, nothing, or none but these elements. `within`: the elements that it must stand
 * directly in. `inline` elements stand in a line of text, the others by themselves.
 */
export type ElementRule = {
  props: z.ZodObject
  holds: 'blocks' | 'words' | 'nothing' | readonly string[]
  within?: readonly string[]
  inline?: true
  /** A prop whose value must be one of the names that the service knows. */
  names?: Readonly<Record<string, keyof KnownNames>>
  /** True when no heading may stand inside, because nobody could be led to it while it is hidden. */
  hides?: true
}

/** Names that a body may use and that only the service knows. */
export type KnownNames = { operations: readonly string[]; surfaces: readonly string[] }

const words = (most: number) =>
  z
    .string()
    .trim()
    .min(1, { error: 'it must not be empty' })
    .max(most, { error: `at most ${most} characters` })

const pixels = z.string().regex(/^[1-9]\d{0,3}$/, { error: 'a whole number of pixels from 1 to 9999' })
const none = z.strictObject({})

const figure = /^\/figures\/[a-z0-9-]+(\/[a-z0-9-]+)*\.(svg|png|webp|avif|jpg)$/

/** Whole pixels are never quite in the ratio of an image: as much as one of them more or less is none of its shape. */
function isInShape({ src, width, height }: { src: string; width: string; height: string }) {
  const image = readMediaPath(src)
  if (!image) return true
  const [across, down] = [Number(width), Number(height)]
  return Math.abs(across * image.height - down * image.width) <= Math.max(image.width, image.height)
}

/** The components of a body, by name. */
export const components = {
  Callout: {
    props: z.strictObject({
      type: z.enum(['note', 'tip', 'warning'], { error: 'note, tip or warning' }).optional(),
    }),
    holds: 'blocks',
  },
  Tabs: { props: z.strictObject({ label: words(80) }), holds: ['Tab'] },
  Tab: { props: z.strictObject({ title: words(40) }), holds: 'blocks', within: ['Tabs'], hides: true },
  Figure: {
    props: z
      .strictObject({
        src: z.string().refine((src) => figure.test(src) || readMediaPath(src) !== null, {
          error: 'the path of an image below /figures/, in small letters, or the address of an uploaded one',
        }),
        alt: words(500),
        width: pixels,
        height: pixels,
      })
      .refine(isInShape, {
        path: ['height'],
        error: 'in this width and height the image would be distorted',
      }),
    holds: 'blocks',
  },
  Operation: {
    props: z.strictObject({ id: words(100) }),
    holds: 'nothing',
    names: { id: 'operations' },
  },
  Operations: {
    props: z.strictObject({ surface: words(100) }),
    holds: 'nothing',
    names: { surface: 'surfaces' },
  },
  Roles: { props: none, holds: 'nothing' },
  BrowserTools: {
    props: z.strictObject({
      audience: z.enum(['everyone', 'members', 'editors', 'guilds'], {
        error: 'everyone, members, editors or guilds',
      }),
    }),
    holds: 'nothing',
  },
  BrowserToolPlaces: { props: none, holds: 'nothing' },
} as const satisfies Record<string, ElementRule>

export type ComponentName = keyof typeof components
export type Props<N extends ComponentName> = z.output<(typeof components)[N]['props']>

/** The plain HTML elements of a body, for what Markdown has no signs for. */
export const elements = {
  dl: { props: none, holds: ['dt', 'dd'] },
  dt: { props: none, holds: 'words', within: ['dl'] },
  dd: { props: none, holds: 'blocks', within: ['dl'] },
  details: { props: z.strictObject({ open: z.literal(true).optional() }), holds: 'blocks' },
  summary: { props: none, holds: 'words', within: ['details'] },
  abbr: { props: z.strictObject({ title: words(200) }), holds: 'words', inline: true },
  kbd: { props: none, holds: 'words', inline: true },
  sup: { props: none, holds: 'words', inline: true },
  sub: { props: none, holds: 'words', inline: true },
  br: { props: none, holds: 'nothing', inline: true },
} as const satisfies Record<string, ElementRule>

const elementRules: Record<string, ElementRule> = { ...elements, ...components }

/** The part of that name, or undefined when a body may not have it. */
export const elementRule = (name: string): ElementRule | undefined =>
  Object.hasOwn(elementRules, name) ? elementRules[name] : undefined
