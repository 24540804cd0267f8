import { autocompletion, closeBrackets, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { markdown, markdownLanguage } from '@codemirror/lang-markdown'
import { syntaxHighlighting } from '@codemirror/language'
import { lintGutter, setDiagnostics } from '@codemirror/lint'
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search'
import { EditorState } from '@codemirror/state'
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view'
import { classHighlighter } from '@lezer/highlight'
import { markdownCompletions, type BodyComponent } from '#app/features/cms/ui/markdown-completion.ts'

/** What is wrong in a text, and where: line and column, counted from 1. */
export type BodyIssue = { line: number; column: number; reason: string }

export type MarkdownEditor = {
  /** Marks what is wrong, in the place of what was marked before. */
  mark(wrong: readonly BodyIssue[]): void
  /** Puts text where the cursor is, or in the place of what is selected. */
  insert(text: string): void
  close(): void
}

type Options = {
  /** Its text is where the editor begins, and always what the editor holds; it is hidden. */
  area: HTMLTextAreaElement
  /** The element that names the field. */
  labelledBy: string
  describedBy?: string | undefined
  /** For the styles that the editor adds, under the policy of the console. */
  nonce: string
  components: readonly BodyComponent[]
  changed(text: string): void
  /** Files that were dropped or pasted; true when they are taken. */
  files(files: File[]): boolean
}

/** Puts an editor for Markdown in the place of a text area. Tab leaves it, as it leaves every field. */
export function openMarkdownEditor({
  area,
  labelledBy,
  describedBy,
  nonce,
  components,
  changed,
  files,
}: Options): MarkdownEditor {
  const take = (event: Event, data: DataTransfer | null) => {
    const given = [...(data?.files ?? [])]
    if (!given.length || !files(given)) return false
    event.preventDefault()
    return true
  }
  const view = new EditorView({
    doc: area.value,
    extensions: [
      EditorView.cspNonce.of(nonce),
      lineNumbers(),
      history(),
      drawSelection(),
      closeBrackets(),
      highlightSelectionMatches(),
      EditorView.lineWrapping,
      markdown({ base: markdownLanguage }),
      syntaxHighlighting(classHighlighter),
      autocompletion({ override: [markdownCompletions(components)] }),
      lintGutter(),
      keymap.of([...completionKeymap, ...searchKeymap, ...historyKeymap, ...defaultKeymap]),
      EditorState.tabSize.of(2),
      EditorView.contentAttributes.of({
        'aria-labelledby': labelledBy,
        ...(describedBy ? { 'aria-describedby': describedBy } : {}),
        // It takes the focus anyhow; said in so many words, checkers know it too.
        tabindex: '0',
        spellcheck: 'true',
        autocapitalize: 'sentences',
      }),
      EditorView.updateListener.of(({ docChanged, state }) => {
        if (!docChanged) return
        area.value = state.doc.toString()
        changed(area.value)
      }),
      EditorView.domEventHandlers({
        drop: (event) => take(event, event.dataTransfer),
        paste: (event) => take(event, event.clipboardData),
      }),
    ],
  })
  area.after(view.dom)
  area.hidden = true

  return {
    mark(wrong) {
      const { doc } = view.state
      const diagnostics = wrong.map(({ line, column, reason }) => {
        const { from, to } = doc.line(Math.min(Math.max(line, 1), doc.lines))
        const at = Math.min(from + Math.max(column - 1, 0), to)
        return { from: at, to, severity: 'error' as const, message: reason }
      })
      view.dispatch(setDiagnostics(view.state, diagnostics))
    },
    insert(text) {
      view.dispatch(view.state.replaceSelection(text))
      view.focus()
    },
    close() {
      view.destroy()
      area.hidden = false
    },
  }
}
