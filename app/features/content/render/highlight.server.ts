/** As much of a hast node as is needed here. */
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

/** The highlighter of the process, loaded when it is first needed. */
const loaded = () => (loading ??= load())

/**
 * A rehype plugin that colours code by class (`tok-keyword`, `tok-string`, ...), because the security policy forbids
 * style attributes. ` ```ts title="app/x.ts" ` puts the title into a caption. An unknown language stays plain.
 */
export async function createHighlighter() {
  const { bundledLanguages, highlighter } = await loaded()

  async function colour(code: string, lang: string): Promise<Node[]> {
    if (!(lang in bundledLanguages)) return [text(code)]
    await highlighter.loadLanguage(lang as keyof typeof bundledLanguages)
    const { tokens } = highlighter.codeToTokens(code, {
      lang: lang as keyof typeof bundledLanguages,
      theme: 'classes',
      // On a busy machine a limit would colour the same line in two ways; texts of others have a limit of their own.
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
    const lines = await colour(textOf(code).replace(/\n$/, ''), lang ?? 'text')
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

const text = (value: string): Node => ({ type: 'text', value })

export const element = (tagName: string, properties: Record<string, unknown>, children: Node[]): Node => ({
  type: 'element',
  tagName,
  properties,
  children,
})

const textOf = (node: Node): string => node.value ?? (node.children ?? []).map(textOf).join('')
