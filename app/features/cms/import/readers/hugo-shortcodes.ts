import {
  codeBlock,
  codeTag,
  type Expanded,
  type TemplateTag,
} from '#app/features/cms/import/readers/template-tags.ts'

/** Shortcodes that embed content from other services, with functions that return the URL. */
const embeds: Record<string, (value: string, other: string) => string> = {
  youtube: (id) => `https://www.youtube.com/watch?v=${id}`,
  vimeo: (id) => `https://vimeo.com/${id}`,
  gist: (user, id) => `https://gist.github.com/${user}/${id}`,
  tweet: (user, id) => `https://x.com/${user}/status/${id}`,
  x: (user, id) => `https://x.com/${user}/status/${id}`,
  twitter: (user, id) => `https://x.com/${user}/status/${id}`,
  instagram: (id) => `https://www.instagram.com/p/${id}/`,
}

/** Shortcodes that themes use for callouts, with the type of our callout. */
const callouts: Record<string, string> = {
  ...{ note: 'note', info: 'note', notice: 'note', alert: 'note', hint: 'note', callout: 'note' },
  ...{ admonition: 'note', tip: 'tip', success: 'tip', warning: 'warning', danger: 'warning' },
  ...{ caution: 'warning', error: 'warning' },
}

const own = <T>(record: Record<string, T>, name: string | undefined): T | undefined =>
  name !== undefined && Object.hasOwn(record, name) ? record[name] : undefined

/** Converts a shortcode of Hugo. Adds an unknown shortcode to `kept`. */
export function expandHugoTag({ whole, inner, rest }: TemplateTag, kept: Set<string>): Expanded {
  const given = inner.trim().replace(/\/$/, '').trim()
  if (given.startsWith('/*')) return { text: codeTag(whole.replace(/\/\*|\*\//g, '')) }
  const closes = given.startsWith('/')
  const [name = ''] = given.replace(/^\/\s*/, '').split(/\s/, 1)
  const lower = name.toLowerCase()
  const { named, values } = argumentsOf(given.slice(given.indexOf(name) + name.length))
  const [first = '', second = ''] = values
  if (lower === 'ref' || lower === 'relref') return { text: first || (named.path ?? '') }
  if (lower === 'highlight')
    return closes ? { text: '' } : codeBlock(first, rest, /\{\{[<%] *\/ *highlight *[>%]\}\}/)
  if (lower === 'figure' || lower === 'img' || lower === 'image') {
    const source = named.src ?? first
    if (source) return { text: figure(source, { alt: second, ...named }) }
  }
  const embed = own(embeds, lower)
  if (embed) return { text: `<${embed(first || named.id || named.user || '', second || named.id || '')}>` }
  const callout = own(callouts, lower)
  if (callout) {
    const type = own(callouts, first) ?? own(callouts, named.type) ?? callout
    return { text: closes ? '\n\n:::\n\n' : `\n\n:::${type} ${named.title ?? ''}\n\n` }
  }
  if (lower === 'details')
    return {
      text: closes
        ? '\n\n:::\n\n'
        : `\n\n:::details ${named.summary ?? named.title ?? (first || 'Details')}\n\n`,
    }
  kept.add(`${whole.slice(0, 3)} ${lower} ${whole.slice(-3)}`)
  return { text: codeTag(whole) }
}

function figure(source: string, { alt = '', caption = '', title = '', link }: Record<string, string>) {
  const words = caption || title
  const image = `![${(alt || words).replace(/[[\]\\]/g, '\\$&')}](<${source.replace(/[<>\n]/g, '')}>)`
  const shown = link ? `[${image}](<${link.replace(/[<>\n]/g, '')}>)` : image
  return `\n\n${shown}\n\n${words ? `*${words.replaceAll('*', '\\*')}*\n\n` : ''}`
}

const argument = /(?:"([^"]*)"|`([^`]*)`|([^\s"`=]+))(=)?/g

/** Reads the values of a shortcode: named values such as `name="value"`, and values by position. */
function argumentsOf(given: string): { named: Record<string, string>; values: string[] } {
  const named: Record<string, string> = {}
  const values: string[] = []
  let name: string | null = null
  for (const [, quoted, ticked, bare, equals] of given.matchAll(argument)) {
    const value = quoted ?? ticked ?? bare ?? ''
    if (name !== null) {
      named[name] = value
      name = null
    } else if (equals && bare) name = bare
    else values.push(value)
  }
  return { named, values }
}
