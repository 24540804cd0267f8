import { readdirSync, readFileSync } from 'node:fs'

/** A fenced block of a document: `lang` and `meta` are its info string, `part` counts the headings before it. */
export type Fence = { line: number; lang: string; meta: string; part: number; code: string }

const inFolder = (folder: string, name: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => name.test(file))
    .sort()
    .map((file) => `${folder}/${file}`)

/** Every document whose examples people copy, in the order in which a newcomer reads. */
export const documents = [
  'README.md',
  'content/docs/getting-started.mdx',
  ...inFolder('content/docs', /\.mdx$/).filter((file) => !file.endsWith('/getting-started.mdx')),
  ...inFolder('content/pages', /\.mdx$/),
  ...inFolder('content/blog', /\.mdx$/),
  ...inFolder('content/skills', /SKILL\.md$/),
].map((file) => ({ file, source: readFileSync(file, 'utf8') }))

/** The fenced blocks of a Markdown or MDX source, in order. */
export function fencesOf(source: string): Fence[] {
  const fences: Fence[] = []
  let part = 0
  let open: { mark: string; indent: number; fence: Fence } | null = null
  for (const [index, text] of source.split('\n').entries()) {
    const [, space = '', mark = '', info = ''] = /^( *)(`{3,}|~{3,})\s*(.*)$/.exec(text) ?? []
    if (open) {
      if (mark.startsWith(open.mark) && !info) {
        fences.push(open.fence)
        open = null
      } else {
        open.fence.code += `${text.slice(Math.min(open.indent, text.search(/\S|$/)))}\n`
      }
    } else if (mark) {
      const [lang = '', ...rest] = info.split(' ')
      open = {
        mark,
        indent: space.length,
        fence: { line: index + 1, lang, meta: rest.join(' '), part, code: '' },
      }
    } else if (/^#{1,6} /.test(text)) {
      part++
    }
  }
  return fences
}

export const isShell = ({ lang }: Fence) => lang === 'sh' || lang === 'bash'

/** What an info string says under a name: `status=200,304` or `title="a b"`. */
export const said = ({ meta }: Fence, name: string): string | undefined => {
  const [, quoted, bare] = new RegExp(`(?:^|\\s)${name}=(?:"([^"]*)"|(\\S+))`).exec(meta) ?? []
  return quoted ?? bare
}

/** How often the text calls a program. */
export const callsOf = (program: string, text: string) =>
  [...text.matchAll(new RegExp(`(?<![\\w./-])${program}(?= +(?:[-'"$]|https?:))`, 'g'))].length

/** Shown text as a pattern: `...` stands for anything, a run of digits for any number, spaces for any spaces. */
function patternOf(text: string) {
  const source = text
    .trim()
    .split(/(\.\.\.|…|\d+|\s+)/)
    .map((piece) =>
      /^(\.\.\.|…)$/.test(piece)
        ? '.*'
        : /^\d/.test(piece)
          ? '\\d+'
          : /^\s/.test(piece)
            ? '\\s+'
            : piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
    )
  return new RegExp(`^${source.join('')}$`)
}

/** The shown lines that are not there. */
export function missingLines(shown: string, real: string): string[] {
  const lines = real.split(/\r?\n/).map((line) => line.trim())
  return shown
    .split('\n')
    .filter((line) => line.trim() && !/^\s*(\.\.\.|…)\s*$/.test(line))
    .filter((line) => !lines.some((other) => patternOf(line).test(other)))
}

/** Where two JSON values differ in shape: keys, types, and the words of `code` and `error`. Null stands for any value. */
export function differences(shown: unknown, real: unknown, path = ''): string[] {
  if (shown === null || real === null) return []
  if (Array.isArray(shown) && Array.isArray(real)) {
    if (shown.length && !real.length) return [`${path} is empty`]
    return shown.flatMap((item, index) => differences(item, real[index] ?? real[0], `${path}[${index}]`))
  }
  if (typeof shown !== typeof real || Array.isArray(shown) !== Array.isArray(real)) {
    return [`${path} is ${JSON.stringify(real)}`]
  }
  if (typeof shown === 'object') {
    const [one, other] = [shown as Record<string, unknown>, real as Record<string, unknown>]
    return [...new Set([...Object.keys(one), ...Object.keys(other)])].flatMap((key) =>
      key in one && key in other
        ? differences(one[key], other[key], `${path}.${key}`)
        : [`${path}.${key} is ${key in one ? 'shown and not sent' : 'sent and not shown'}`],
    )
  }
  const fixed = /\.(code|error|\$schema|version|type)$/.test(path) && typeof shown === 'string'
  return fixed && !patternOf(shown).test(real as string) ? [`${path} is ${JSON.stringify(real)}`] : []
}
