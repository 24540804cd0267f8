import { z } from 'zod'
import '#app/primitives/plain-messages.ts'
import { accentProblem } from '#app/site/accent.ts'
import { SAFE_LINE } from '#app/primitives/text.ts'
import { timeZone } from '#app/primitives/time-zone.ts'

const text = (most: number) => {
  const error = `Use 1 to ${most} characters on one line.`
  return z.string({ error }).trim().min(1, { error }).max(most, { error }).regex(SAFE_LINE, { error })
}

/** Target of a link: a path on this site, or an absolute URL. */
const href = z
  .string({ error: 'Enter a path such as /about, or a URL such as https://example.com.' })
  .trim()
  .max(500, { error: 'Use at most 500 characters.' })
  .overwrite(encodePath)
  .refine((value) => isPath(value) || isUrl(value, ['https:', 'http:', 'mailto:']), {
    error: 'Enter a path such as /about, or a URL such as https://example.com.',
  })

const isPath = (value: string) => /^\/(?![/\\])[!#-;=?-[\]_a-z|~]*$/.test(value)

/** Encodes characters that a URL cannot contain, because paths are also sent in `Link` headers. */
function encodePath(value: string) {
  if (!value.startsWith('/') || !URL.canParse(value, 'http://localhost')) return value
  const { host, pathname, search, hash } = new URL(value, 'http://localhost')
  return host === 'localhost' ? pathname + search + hash : value
}

function isUrl(value: string, protocols: string[]) {
  if (!URL.canParse(value)) return false
  const { protocol, username, password } = new URL(value)
  return protocols.includes(protocol) && !username && !password
}

const list = <T extends z.ZodType>(of: T, most: number) =>
  z.array(of, { error: 'Enter a list.' }).max(most, { error: `Use at most ${most} items.` })

const link = z.strictObject({
  label: text(60).meta({ description: 'Text of the link.', example: 'Blog' }),
  href: href.meta({ description: 'Path on this site, or an absolute URL.', example: '/blog' }),
})
const navigationItem = z.union(
  [
    link,
    z.strictObject({
      label: text(60),
      items: list(link, 12)
        .min(1, { error: 'Add at least one link.' })
        .meta({ description: 'Links in the menu.' }),
    }),
  ],
  { error: 'Enter a label with an href, or a label with items.' },
)

const email = z.email({ error: 'Enter a valid email address.' }).max(254)
const path = z
  .string({ error: 'Enter a path such as /privacy.' })
  .trim()
  .max(200)
  .overwrite(encodePath)
  .refine(isPath, { error: 'Enter a path such as /privacy.' })

/** Image of the site: the path of an uploaded image, or in `site.yaml` also a file in the content folder. */
const image = z
  .string({ error: 'Enter the path of an image.' })
  .trim()
  .min(1)
  .max(200)
  .regex(/^(?!.*(?:^|\/)\.\.?(?:\/|$))[\w./-]+\.(?:svg|png|jpe?g|webp|avif|gif)$/i, {
    error: 'Enter the path of an SVG, PNG, JPEG, WebP, AVIF or GIF image.',
  })

const icon = image.refine((value) => /\.(?:svg|png)$/i.test(value), { error: 'Use an SVG or PNG image.' })

const language = z
  .string({ error: 'Enter a language tag such as en or de.' })
  .trim()
  .max(35)
  .refine(isLanguage, { error: 'Enter a language tag such as en, de or pt-BR.' })

function isLanguage(tag: string) {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}

const flag = z.boolean({ error: 'Use true or false.' })

/** Permitted uses of the content, such as `search=yes, ai-train=no`. */
export const contentSignals = z
  .string({ error: 'Enter pairs such as search=yes, ai-train=no.' })
  .trim()
  .max(100)
  .regex(/^(search|ai-input|ai-train)=(yes|no)(\s*,\s*(search|ai-input|ai-train)=(yes|no))*$/, {
    error: 'Use pairs of search, ai-input and ai-train with yes or no, such as search=yes, ai-train=no.',
  })

const accent = z
  .string({ error: 'Enter a color such as #ffcb05.' })
  .trim()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/, { error: 'Enter a color such as #ffcb05.', abort: true })
  .superRefine((color, check) => {
    const problem = accentProblem(color)
    if (problem) check.addIssue({ code: 'custom', message: problem })
  })

/** Name of a site. */
export const siteName = text(60).meta({ description: 'Name of the site.', example: 'Harbor Gaming' })

const fields = {
  name: siteName,
  short_name: text(20).meta({ description: 'Short name for home screens. Defaults to the name.' }),
  tagline: text(120).meta({ description: 'Short line below the logo in the footer.' }),
  description: text(200).meta({ description: 'Description of the site in one or two sentences.' }),
  logo: image.meta({ description: 'Path of the logo.', example: '/media/0a1b.svg' }),
  logo_dark: image.meta({ description: 'Path of the logo for the dark theme. Defaults to `logo`.' }),
  icon: icon.meta({ description: 'Path of the icon, SVG or PNG.' }),
  accent: accent.meta({ description: 'Accent color.', example: '#ffcb05' }),
  sign_face: flag.meta({ description: 'True to use the road sign typeface for headings.' }),
  language: language.meta({ description: 'Language of the site, as a BCP 47 tag.', example: 'en' }),
  time_zone: timeZone.meta({ description: 'IANA time zone of the site.', example: 'Europe/Berlin' }),
  home: z
    .union([z.literal('default'), z.literal('posts'), path], {
      error: 'Use default, posts, or the path of a page such as /about.',
    })
    .meta({ description: 'Home page: `default`, `posts`, or the path of an entry.', example: 'default' }),
  navigation: list(navigationItem, 10).meta({
    description: 'Links in the header. An item with `items` is a menu.',
    example: [{ label: 'Blog', href: '/blog' }],
  }),
  footer: list(
    z.strictObject({ title: text(60), links: list(link, 12).meta({ description: 'Links in the column.' }) }),
    4,
  ).meta({
    description: 'Columns of links in the footer.',
    example: [{ title: 'Read', links: [{ label: 'Blog', href: '/blog' }] }],
  }),
  social: list(link, 12).meta({
    description: 'Links to profiles on other sites.',
    example: [{ label: 'Mastodon', href: 'https://example.social/@harbor' }],
  }),
  contact: z
    .strictObject({
      email: email
        .optional()
        .meta({ description: 'Public email address of the site.', example: 'hello@example.com' }),
      security: email.optional().meta({
        description: 'Email address for vulnerability reports, published in `security.txt`.',
        example: 'security@example.com',
      }),
    })
    .meta({ description: 'Public contact addresses.', example: { email: 'hello@example.com' } }),
  legal: z
    .strictObject({
      privacy: path.optional().meta({ description: 'Path of the privacy page.', example: '/privacy' }),
      terms: path.optional().meta({ description: 'Path of the terms.', example: '/terms' }),
      imprint: path.optional().meta({ description: 'Path of the imprint.', example: '/imprint' }),
    })
    .meta({ description: 'Paths of the legal pages.', example: { privacy: '/privacy' } }),
  copyright: text(200).meta({ description: 'Copyright line in the footer.' }),
  content_signals: contentSignals.meta({
    description: 'Permitted uses of the content.',
    example: 'search=yes, ai-input=yes, ai-train=no',
  }),
  count_readers: flag.meta({
    description: 'True to count page views, searches and tools without cookies or addresses.',
  }),
  feedback: flag.meta({ description: 'True to ask below each entry whether it was helpful.' }),
  credit: flag.meta({ description: 'True to show the “Powered by” line in the footer.' }),
} as const

type Fields = typeof fields
export type SiteField = keyof Fields

/** Names of all settings in the order of the form. */
export const siteFields = Object.keys(fields) as SiteField[]

const optional = <F extends Record<string, z.ZodType>>(of: F) =>
  Object.fromEntries(Object.entries(of).map(([name, field]) => [name, field.optional()])) as {
    [N in keyof F]: z.ZodOptional<F[N]>
  }

/** Schema of `site.yaml` and of the stored settings. Missing fields have their defaults. */
export const siteSettings = z
  .strictObject(optional(fields))
  .meta({ id: 'SiteSettings', description: 'Site settings. Missing settings have their defaults.' })

export type SiteSettings = z.output<typeof siteSettings>
export type Link = z.output<typeof link>
export type NavigationItem = z.output<typeof navigationItem>

const nullable = <F extends Record<string, z.ZodType>>(of: F) =>
  Object.fromEntries(
    Object.entries(of).map(([name, field]) => [
      name,
      field
        .nullable()
        .optional()
        .meta(field.meta() ?? {}),
    ]),
  ) as {
    [N in keyof F]: z.ZodOptional<z.ZodNullable<F[N]>>
  }

/** Schema of a change. Omitted fields remain unchanged, and null resets a field to its default. */
export const siteChange = z
  .strictObject(nullable(fields))
  .meta({ id: 'SiteChange', description: 'Settings to change. Null resets a setting to its default.' })

export type SiteChange = z.output<typeof siteChange>

/** Settings in effect. Settings without a value or default are null. */
export type Site = {
  [N in SiteField]: N extends Optional ? z.output<Fields[N]> | null : z.output<Fields[N]>
}
type Optional = 'logo' | 'logo_dark' | 'icon' | 'accent' | 'navigation' | 'footer' | 'copyright'

/** Settings that can contain links. */
type Linking = {
  [N in 'home' | 'navigation' | 'footer' | 'social' | 'legal']?: SiteSettings[N] | null
}

/** Returns the paths of all links in the settings, each with the setting that contains the link. */
export function ownLinks(site: Linking): { at: (string | number)[]; path: string }[] {
  const found: { at: (string | number)[]; path: string }[] = []
  const add = (at: (string | number)[], target: string | undefined) => {
    if (target?.startsWith('/')) found.push({ at, path: target.split(/[?#]/)[0]! })
  }
  if (site.home && site.home !== 'default' && site.home !== 'posts') add(['home'], site.home)
  site.navigation?.forEach((item, index) => {
    if ('href' in item) add(['navigation', index, 'href'], item.href)
    else item.items.forEach(({ href }, inner) => add(['navigation', index, 'items', inner, 'href'], href))
  })
  site.footer?.forEach(({ links }, index) =>
    links.forEach(({ href }, inner) => add(['footer', index, 'links', inner, 'href'], href)),
  )
  site.social?.forEach(({ href }, index) => add(['social', index, 'href'], href))
  for (const [name, target] of Object.entries(site.legal ?? {})) add(['legal', name], target)
  return found
}
