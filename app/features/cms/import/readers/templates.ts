import { expandHugoTag } from '#app/features/cms/import/readers/hugo-shortcodes.ts'
import {
  codeBlock,
  codeTag,
  type Expanded,
  type TemplateTag,
} from '#app/features/cms/import/readers/template-tags.ts'
import type { SiteFormat } from '#app/features/cms/import/schema.ts'

type Options = { format: SiteFormat; note: (text: string) => void }

/**
 * Replaces the template tags of Hugo and Jekyll outside code: figures, embeds, links, code and callouts. Other tags
 * remain as code and are reported.
 */
export function expandTemplates(body: string, { format, note }: Options): string {
  if (format !== 'hugo' && format !== 'jekyll') return body
  const kept = new Set<string>()
  const [opens, expand] =
    format === 'hugo' ? ([hugoTags, expandHugoTag] as const) : ([liquidTags, expandLiquidTag] as const)
  const expanded = scanTags(body, opens, (tag) => expand(tag, kept))
  if (kept.size) note(`Template tags remain as text: ${[...kept].slice(0, 10).join(', ')}.`)
  return format === 'jekyll'
    ? outsideFences(expanded, (part) => part.replace(/\{:[^{}\n]*\}/g, ''))
    : expanded
}

const hugoTags = [
  ['{{<', '>}}'],
  ['{{%', '%}}'],
] as const
const liquidTags = [
  ['{%', '%}'],
  ['{{', '}}'],
] as const

/** Applies a function to the parts of a Markdown text outside fenced code. */
export function outsideFences(text: string, work: (part: string) => string): string {
  const parts: string[] = []
  let plain: string[] = []
  let fence = ''
  const flush = () => {
    if (plain.length) parts.push(work(plain.join('\n')))
    plain = []
  }
  for (const line of text.split('\n')) {
    const mark = fenceOf(line)
    if (fence) {
      parts.push(line)
      if (mark.startsWith(fence) && line.trim() === mark) fence = ''
    } else if (mark) {
      flush()
      fence = mark
      parts.push(line)
    } else plain.push(line)
  }
  flush()
  return parts.join('\n')
}

/** Returns the backticks or tildes that begin a line, after marks of lists and quotes, or an empty string. */
function fenceOf(line: string): string {
  const from = line.search(/[^\s>*+-]/)
  if (from < 0) return ''
  const mark = /^(?:`{3,}|~{3,})/.exec(line.slice(from))?.[0] ?? ''
  return mark.startsWith('`') && line.slice(from + mark.length).includes('`') ? '' : mark
}

/** Replaces the tags of a template outside code. Reads the text once, so that hostile text takes linear time. */
function scanTags(
  text: string,
  brackets: readonly (readonly [string, string])[],
  expand: (tag: TemplateTag) => Expanded,
): string {
  let result = ''
  let fence = ''
  for (let at = 0; at < text.length;) {
    const isLineStart = at === 0 || text[at - 1] === '\n'
    if (isLineStart) {
      const end = text.indexOf('\n', at)
      const line = text.slice(at, end < 0 ? text.length : end)
      const mark = fenceOf(line)
      const closes = fence !== '' && mark.startsWith(fence) && line.trim() === mark
      if (fence || mark) {
        result += line + (end < 0 ? '' : '\n')
        at += line.length + 1
        fence = closes ? '' : fence || mark
        continue
      }
    }
    if (text[at] === '`') {
      const ticks = /^`+/.exec(text.slice(at, at + 100))![0]
      const end = text.indexOf(ticks, at + ticks.length)
      const length = end < 0 || text.slice(at, end).includes('\n\n') ? ticks.length : end - at + ticks.length
      result += text.slice(at, at + length)
      at += length
      continue
    }
    const bracket = text[at] === '{' ? brackets.find(([open]) => text.startsWith(open, at)) : undefined
    const end = bracket ? text.indexOf(bracket[1], at + bracket[0].length) : -1
    if (!bracket || end < 0 || end - at > MAX_TAG) {
      result += text[at]
      at += 1
      continue
    }
    const whole = text.slice(at, end + bracket[1].length)
    const inner = text.slice(at + bracket[0].length, end)
    const { text: made, skip = 0 } = expand({ whole, inner, rest: text.slice(at + whole.length) })
    result += made
    at += whole.length + skip
  }
  return result
}

/** Maximum length of a tag in characters. */
const MAX_TAG = 2_000

function expandLiquidTag({ whole, inner, rest }: TemplateTag, kept: Set<string>): Expanded {
  const given = inner.replace(/^-|-$/g, '').trim()
  const [name = ''] = given.split(/\s/, 1)
  const value = given.slice(name.length).trim()
  if (whole.startsWith('{{')) {
    if (given === 'site.baseurl' || given === 'site.url') return { text: '' }
    const path = /^["']([^"']+)["'] *\| *(?:relative_url|absolute_url|prepend: *site\.baseurl)/.exec(
      given,
    )?.[1]
    if (path) return { text: path }
    kept.add(whole)
    return { text: codeTag(whole) }
  }
  if (name === 'highlight') return codeBlock(value.split(/\s/)[0] ?? '', rest, /\{%-? *endhighlight *-?%\}/)
  if (name === 'raw' || name === 'endraw') return { text: '' }
  if (name === 'comment') {
    const end = /\{%-? *endcomment *-?%\}/.exec(rest)
    return { text: '', skip: end ? end.index + end[0].length : 0 }
  }
  if (name === 'post_url') return { text: `/_posts/${value}.md` }
  if (name === 'link') return { text: `/${value}` }
  const video =
    name === 'include' && /youtube/i.test(value) ? /\bid=["']?([\w-]+)/.exec(value)?.[1] : undefined
  if (video) return { text: `<https://www.youtube.com/watch?v=${video}>` }
  kept.add(`{% ${name} %}`)
  return { text: codeTag(whole) }
}
