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

/** Issue in a body, with line and column counted from 1. */
export type BodyIssue = { line: number; column: number; reason: string }

export type MarkdownEditor = {
  /** Replaces the marked issues. */
  mark(wrong: readonly BodyIssue[]): void
  /** Inserts text at the cursor or replaces the selection. */
  insert(text: string): void
  close(): void
}

type Options = {
  /** Hidden text area that provides the initial text and always mirrors the editor. */
  area: HTMLTextAreaElement
  /** Id of the element that labels the field. */
  labelledBy: string
  describedBy?: string | undefined
  /** CSP nonce for the styles that the editor adds. */
  nonce: string
  components: readonly BodyComponent[]
  changed(text: string): void
  /** Handles dropped or pasted files. Returns true if the files are accepted. */
  files(files: File[]): boolean
}

/** Replaces a text area with a Markdown editor. The Tab key leaves the editor, as in every field. */
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
        // The editor is focusable anyway, but accessibility checkers need the attribute.
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
