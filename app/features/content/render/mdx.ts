import { z } from 'zod'
import { readMediaPath } from '#app/site/image-paths.ts'
import { formatInteger } from '#app/primitives/count.ts'

/**
 * Rule for an element in a body. `props` are strings or `true`, `holds` is the allowed content, `within` lists the
 * allowed parents. `inline` elements belong in a line of text.
 */
export type ElementRule = {
  props: z.ZodObject
  holds: 'blocks' | 'words' | 'nothing' | readonly string[]
  within?: readonly string[]
  inline?: true
  /** Props whose values must be known names. */
  names?: Readonly<Record<string, keyof KnownNames>>
  /** True if headings are not allowed inside, because links cannot reach hidden headings. */
  hides?: true
}

/** Names that the service defines and bodies can use. */
export type KnownNames = { operations: readonly string[]; surfaces: readonly string[] }

const words = (most: number) =>
  z
    .string()
    .trim()
    .min(1, { error: 'Enter a value.' })
    .max(most, { error: `Use at most ${formatInteger(most)} characters.` })

const pixels = z.string().regex(/^[1-9]\d{0,3}$/, { error: 'Use a whole number of pixels from 1 to 9,999.' })
const none = z.strictObject({})

const figurePath = /^\/figures\/[a-z0-9-]+(\/[a-z0-9-]+)*\.(svg|png|webp|avif|jpg)$/

const imageSource = z.string().refine((src) => figurePath.test(src) || readMediaPath(src) !== null, {
  error: 'Use a lowercase image path under /figures/, or the URL of an uploaded image.',
})

/** Checks the aspect ratio of an image, with a tolerance of one pixel for rounding. */
function isInShape({
  src,
  dark,
  width,
  height,
}: {
  src: string
  dark?: string
  width: string
  height: string
}) {
  const [across, down] = [Number(width), Number(height)]
  return [src, dark].every((path) => {
    const image = path === undefined ? null : readMediaPath(path)
    return (
      !image || Math.abs(across * image.height - down * image.width) <= Math.max(image.width, image.height)
    )
  })
}

/** Components of a body by name. */
export const components = {
  Callout: {
    props: z.strictObject({
      type: z.enum(['note', 'tip', 'warning'], { error: 'Use note, tip or warning.' }).optional(),
    }),
    holds: 'blocks',
  },
  Tabs: { props: z.strictObject({ label: words(80) }), holds: ['Tab'] },
  Tab: { props: z.strictObject({ title: words(40) }), holds: 'blocks', within: ['Tabs'], hides: true },
  Figure: {
    props: z
      .strictObject({
        src: imageSource,
        dark: imageSource.optional(),
        alt: words(500),
        width: pixels,
        height: pixels,
      })
      .refine(isInShape, {
        path: ['height'],
        error: 'This width and height would distort the image. Keep the aspect ratio of the image.',
      }),
    holds: 'blocks',
  },
  Actions: { props: none, holds: 'blocks' },
  DemoLink: { props: z.strictObject({ label: words(40) }), holds: 'nothing' },
  Guidepost: { props: none, holds: ['Finger'] },
  Finger: { props: z.strictObject({ title: words(20) }), holds: 'blocks', within: ['Guidepost'] },
  Feature: { props: none, holds: 'blocks' },
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
        error: 'Use everyone, members, editors or guilds.',
      }),
    }),
    holds: 'nothing',
  },
  BrowserToolPlaces: { props: none, holds: 'nothing' },
} as const satisfies Record<string, ElementRule>

export type ComponentName = keyof typeof components
export type Props<N extends ComponentName> = z.output<(typeof components)[N]['props']>

/** HTML elements allowed in a body, for which Markdown has no syntax. */
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

/** Returns the rule for an element, or undefined if the element is not allowed. */
export const elementRule = (name: string): ElementRule | undefined =>
  Object.hasOwn(elementRules, name) ? elementRules[name] : undefined
