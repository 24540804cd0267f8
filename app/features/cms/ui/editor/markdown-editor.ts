import { autocompletion, closeBrackets, completionKeymap, startCompletion } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { markdown, markdownLanguage } from '@codemirror/lang-markdown'
import { syntaxHighlighting } from '@codemirror/language'
import { lintGutter, setDiagnostics } from '@codemirror/lint'
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search'
import { EditorState } from '@codemirror/state'
import { drawSelection, EditorView, keymap, lineNumbers, placeholder } from '@codemirror/view'
import { classHighlighter } from '@lezer/highlight'
import { formats, type Format } from '#app/features/cms/ui/editor/formats.ts'
import { formatCommands } from '#app/features/cms/ui/editor/markdown-commands.ts'
import { markdownCompletions, type BodyComponent } from '#app/features/cms/ui/editor/markdown-completion.ts'
import type { ScrollView } from '#app/features/cms/ui/editor/scroll-sync.ts'

/**
 * Issue in a body, with line and column counted from 1. Both are null for an issue of the whole body. Warnings do not
 * prevent saving.
 */
export type BodyIssue = {
  line: number | null
  column: number | null
  reason: string
  isWarning?: boolean
}

export type MarkdownEditor = {
  /** Replaces the marked issues. */
  mark(wrong: readonly BodyIssue[]): void
  /** Inserts a block at the cursor or replaces the selection, with blank lines around it. */
  insertBlock(text: string): void
  /** Applies a format to the selection, or opens the list of components. */
  apply(format: Format | 'component'): void
  focus(): void
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
  /** Opens the file dialog for images. */
  chooseImages(): void
  scrolled(top: number, range: ScrollView): void
}

const HEADING = /^#{1,6} /

/** Returns the scroll range of the editor, with the positions of its headings. */
function scrollViewOf(view: EditorView): ScrollView {
  const { state, scrollDOM } = view
  const anchors: number[] = []
  let isCode = false
  let from = 0
  for (const text of state.doc.iterLines()) {
    if (/^\s*(?:`{3,}|~{3,})/.test(text)) isCode = !isCode
    if (!isCode && HEADING.test(text)) anchors.push(view.lineBlockAt(from).top)
    from += text.length + 1
  }
  return { anchors, most: scrollDOM.scrollHeight - scrollDOM.clientHeight }
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
  chooseImages,
  scrolled,
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
      autocompletion({ icons: false, override: [markdownCompletions(components, chooseImages)] }),
      placeholder('Write, or type / to insert something'),
      lintGutter(),
      keymap.of(
        formats.map(({ id, keys }) => ({ key: keys, run: formatCommands[id], preventDefault: true })),
      ),
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
        scroll: (_, view) => scrolled(view.scrollDOM.scrollTop, scrollViewOf(view)),
      }),
    ],
  })
  area.after(view.dom)
  area.hidden = true
  // Measures the lines before the first paint. The estimated heights differ, so the line numbers would move.
  view.elementAtHeight(0)
  // Links to the field must focus the editor.
  const { id } = area
  area.removeAttribute('id')
  view.contentDOM.id = id

  return {
    mark(wrong) {
      const { doc } = view.state
      const diagnostics = wrong.flatMap(({ line, column, reason }) => {
        if (line === null || column === null) return []
        const { from, to } = doc.line(Math.min(Math.max(line, 1), doc.lines))
        const at = Math.min(from + Math.max(column - 1, 0), to)
        return { from: at, to, severity: 'error' as const, message: reason }
      })
      view.dispatch(setDiagnostics(view.state, diagnostics))
    },
    insertBlock(text) {
      const { doc, selection } = view.state
      const { from, to } = selection.main
      const blankLine = (is: (end: string) => boolean) => (is('\n\n') ? '' : is('\n') ? '\n' : '\n\n')
      const before = doc.sliceString(from - 2, from)
      const after = doc.sliceString(to, to + 2)
      const start = from === 0 ? '' : blankLine((end) => before.endsWith(end))
      view.dispatch(view.state.replaceSelection(start + text + blankLine((end) => after.startsWith(end))))
      view.focus()
    },
    apply(format) {
      if (format === 'component') {
        view.dispatch(view.state.replaceSelection('<'), { userEvent: 'input.type' })
        startCompletion(view)
      } else formatCommands[format](view)
      view.focus()
    },
    focus: () => view.focus(),
    close() {
      view.destroy()
      area.id = id
      area.hidden = false
    },
  }
}
