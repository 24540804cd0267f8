import { ownValue } from '#app/primitives/objects.ts'
/** Fields of a hast node that the plugins use. */
export type Node = {
  type: string
  tagName?: string
  value?: string
  properties?: Record<string, unknown>
  data?: { meta?: string | null }
  children?: Node[]
}

async function load() {
  const [{ bundledLanguages, createCssVariablesTheme, createHighlighter }, { createJavaScriptRegexEngine }] =
    await Promise.all([import('shiki'), import('shiki/engine/javascript')])
  const theme = createCssVariablesTheme({ name: 'classes', variablePrefix: '--tok-', fontStyle: false })
  const engine = createJavaScriptRegexEngine({ forgiving: true })
  return { bundledLanguages, highlighter: await createHighlighter({ themes: [theme], langs: [], engine }) }
}

let loading: ReturnType<typeof load> | undefined

const inMarkdown = ['javascript', 'typescript', 'tsx', 'json', 'yaml', 'shellscript', 'python', 'html', 'css']
/**
 * Languages that can occur inside other languages. A grammar supports only embedded languages that were loaded earlier.
 * Loading them first makes the result independent of earlier pages.
 */
const embedded: Readonly<Record<string, readonly string[] | undefined>> = {
  md: inMarkdown,
  markdown: inMarkdown,
  mdx: [...inMarkdown, 'markdown'],
}

/** Returns the shared highlighter, loaded on first use. */
const loaded = () => (loading ??= load())

/**
 * Creates a rehype plugin that highlights code with classes (`tok-keyword`), because the CSP forbids style attributes. `
 * ```ts title="app/x.ts" ` adds a caption. Code in unknown languages is not highlighted.
 */
export async function createHighlighter() {
  const { bundledLanguages, highlighter } = await loaded()

  async function color(code: string, lang: string): Promise<Node[]> {
    if (!Object.hasOwn(bundledLanguages, lang)) return [text(code)]
    for (const one of [...(ownValue(embedded, lang) ?? []), lang])
      await highlighter.loadLanguage(one as keyof typeof bundledLanguages)
    const { tokens } = highlighter.codeToTokens(code, {
      lang: lang as keyof typeof bundledLanguages,
      theme: 'classes',
      // A time limit would make the result depend on the server load. User content has a separate limit.
      tokenizeTimeLimit: 0,
    })
    return tokens.flatMap((line, index) => [
      ...(index > 0 ? [text('\n')] : []),
      ...line.map(({ content, color }) => {
        const name = /^var\(--tok-token-([\w-]+)\)$/.exec(color ?? '')?.[1]
        return name ? element('span', { className: [`tok-${name}`] }, [text(content)]) : text(content)
      }),
    ])
  }

  async function block(code: Node): Promise<Node> {
    const classes = (code.properties?.className ?? []) as string[]
    const lang = classes.find((name) => name.startsWith('language-'))?.slice('language-'.length)
    const title = /(?:^|\s)title="([^"]*)"/.exec(code.data?.meta ?? '')?.[1]
    const lines = await color(textOf(code).replace(/\n$/, ''), lang ?? 'text')
    const pre = element('pre', { className: ['code'], tabIndex: 0 }, [
      element('code', lang ? { className: [`language-${lang}`] } : {}, lines),
    ])
    return title
      ? element('figure', { className: ['code-figure'] }, [element('figcaption', {}, [text(title)]), pre])
      : pre
  }

  async function walk(node: Node) {
    for (const [index, child] of (node.children ?? []).entries()) {
      const code = child.tagName === 'pre' && child.children?.[0]
      if (code && code.tagName === 'code') node.children![index] = await block(code)
      else await walk(child)
    }
  }
  return () => walk
}

/** Creates a text node. */
export const text = (value: string): Node => ({ type: 'text', value })

export const element = (tagName: string, properties: Record<string, unknown>, children: Node[]): Node => ({
  type: 'element',
  tagName,
  properties,
  children,
})

const textOf = (node: Node): string => node.value ?? (node.children ?? []).map(textOf).join('')
