import {
  snippetCompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete'
import type { EditorView } from '@codemirror/view'
import { formats } from '#app/features/cms/ui/editor/formats.ts'
import { formatCommands } from '#app/features/cms/ui/editor/markdown-commands.ts'

/** Component that a body can contain, as the CMS describes it. */
export type BodyComponent = {
  name: string
  holds: string
  inline: boolean
  props: { name: string; required: boolean; values: string[] }[]
}

type Found = { results?: { title: string; url: string }[] }

/** Completes components after `<`, URLs of published pages after `](`, and everything after `/` at the start of a line. */
export function markdownCompletions(components: readonly BodyComponent[], chooseImages: () => void) {
  const tags = components.map(snippetOf)
  const menu = menuOf(components, chooseImages)
  return async (context: CompletionContext): Promise<CompletionResult | null> => {
    const slash = context.matchBefore(/^\/\w*/)
    if (slash) return { from: slash.from, options: menu, validFor: /^\/\w*$/ }
    const tag = context.matchBefore(/<\w*/)
    if (tag) return { from: tag.from, options: tags, validFor: /^<\w*$/ }
    const link = context.matchBefore(/\]\([^)\s]*/)
    return link ? links(context, link.from + 2, link.text.slice(2)) : null
  }
}

/** Lists the formats and blocks of the toolbar, for the menu that `/` opens. */
function menuOf(components: readonly BodyComponent[], chooseImages: () => void): Completion[] {
  const replacing =
    (act: (view: EditorView) => void) => (view: EditorView, _: Completion, from: number, to: number) => {
      view.dispatch({ changes: { from, to }, selection: { anchor: from } })
      act(view)
    }
  return [
    ...formats
      .filter(({ id }) => id !== 'bold' && id !== 'italic')
      .map(({ id, name }) => ({
        label: `/${name}`,
        boost: 1,
        apply: replacing((view) => void formatCommands[id](view)),
      })),
    { label: '/Image', detail: 'upload', boost: 1, apply: replacing(chooseImages) },
    // Names of HTML elements are in lowercase, and only the list that `<` opens has them.
    ...components
      .filter(({ name }) => /^[A-Z]/.test(name))
      .map((component) => ({ ...snippetOf(component), label: `/${component.name}` })),
  ]
}

function snippetOf({ name, holds, inline, props }: BodyComponent): Completion {
  const given = props
    .filter(({ required }) => required)
    .map((prop) => ` ${prop.name}="#{${prop.values[0] ?? prop.name}}"`)
    .join('')
  const [before, after] = inline ? ['', ''] : ['\n\n', '\n\n']
  const inner = holds === 'nothing' ? ' />' : `>${before}#{}${after}</${name}>`
  return snippetCompletion(`<${name}${given}${inner}`, {
    label: `<${name}`,
    detail: holds === 'nothing' ? 'no content' : `contains ${holds}`,
  })
}

async function links(
  context: CompletionContext,
  from: number,
  typed: string,
): Promise<CompletionResult | null> {
  const q = typed.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
  if (!q) return null
  const stop = new AbortController()
  context.addEventListener('abort', () => stop.abort())
  try {
    const answer = await fetch(`/api/search?${new URLSearchParams({ q, limit: '10' })}`, {
      signal: stop.signal,
    })
    const { results = [] } = answer.ok ? ((await answer.json()) as Found) : {}
    const options = results.map(({ title, url }) => {
      const path = new URL(url).pathname
      return { label: path, detail: title }
    })
    return { from, options, filter: false }
  } catch {
    return null
  }
}
