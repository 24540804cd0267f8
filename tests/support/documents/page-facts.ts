import { createDocument } from '@mixmark-io/domino'
import rehypeStringify from 'rehype-stringify'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import { readLine, sayTitle, wordsOf, type ReaderState } from '#tests/support/documents/line-facts.ts'

/*
 * What a page says, as a list of short lines in reading order, from its HTML and from its Markdown by the same reader.
 * Two representations say the same when the lists are equal. What is taken as equal:
 *
 * - white space, and whether an item of a list is a paragraph; a check box is `[x]` or `[ ]`
 * - a callout is a quote that begins with its bold label and a colon
 * - a definition list is a list whose items begin with the bold term and a colon
 * - the title of a tab, and the summary of a folded part, is a bold paragraph before what it names
 * - the caption of a picture is a paragraph after it, that of code stands behind the name of its language; code in no
 *   language is `text`
 * - a table without a heading has an empty one
 * - emphasis and what else has signs inside a paragraph is compared without its order, because `***a***` has none
 *
 * Left out of the HTML: what no reader of the text gets, namely `data-md="omit"`, scripts, drawings and controls.
 */

const skipped = `[data-md="omit"], script, style, svg, template, button, select, textarea, [hidden], [aria-hidden="true"],
  input:not([type="checkbox"]), [data-footnote-backref], [data-footnotes] > h2`
const blocks = new Set(
  `ADDRESS ARTICLE ASIDE BLOCKQUOTE DD DETAILS DIV DL DT FIELDSET FIGCAPTION FIGURE FOOTER FORM H1 H2 H3 H4 H5 H6
  HEADER HR LABEL LI MAIN NAV OL P PRE SECTION SUMMARY TABLE UL`.split(/\s+/),
)

/** What `<main>` of a page says; `base` is the address that its links start from. */
export function factsOfPage(html: string, base: string): string[] {
  // Parsing the rest of the page takes as long.
  const [source = ''] = /<main id="pageContent"[\s\S]*<\/main>/.exec(html) ?? []
  const main = createDocument(source).querySelector('main#pageContent')
  if (!main) throw new Error('the page has no main part')
  return read(main, base)
}

/** What a Markdown page says after its front matter and the line that leads to the index of all pages. */
export async function factsOfMarkdown(markdown: string): Promise<string[]> {
  const body = markdown.replace(/^---\n[\s\S]*?\n---\n\n> Index of all pages: \S+\n\n/, '')
  if (body === markdown) throw new Error('the Markdown does not begin with front matter and the index')
  const html = await unified()
    .use(remarkParse)
    .use(remarkGfm)
    .use(remarkRehype, { allowDangerousHtml: true })
    .use(() => keepTitles)
    .use(rehypeStringify, { allowDangerousHtml: true })
    .process(body)
  return read(
    createDocument(`<main>${String(html)}</main>`).querySelector('main')!,
    'http://relative.invalid/',
  )
}

type Hast = {
  tagName?: string
  properties?: Record<string, unknown>
  data?: { meta?: string | null }
  children?: Hast[]
}

/** What stands behind the language of code is not in the HTML by itself. */
function keepTitles(tree: unknown) {
  const { tagName, properties, data, children = [] } = tree as Hast
  if (tagName === 'code' && data?.meta) properties!.dataTitle = /^title="(.*)"$/.exec(data.meta)?.[1]
  for (const child of children) keepTitles(child)
}

function read(root: Element, base: string): string[] {
  for (const node of all(root, skipped)) node.remove()
  const facts: string[] = []
  readBlocks(root, { depth: 0, quotes: 0, base, say: (fact) => facts.push(fact) })
  return facts
}

/** Goes through the blocks of an element; what stands between them is a text each. */
function readBlocks(parent: Element, at: ReaderState, kind = 'text') {
  let line: Node[] = []
  const flush = () => {
    readLine(line, at, kind)
    line = []
  }
  const walk = (node: Element) => {
    for (const child of Array.from(node.childNodes) as Element[]) {
      if (blocks.has(child.nodeName)) {
        flush()
        readBlock(child, at)
      } else if (child.nodeType === 1 && all(child, [...blocks].join(',')).length) walk(child)
      else line.push(child)
    }
  }
  walk(parent)
  flush()
}

function readBlock(node: Element, at: ReaderState) {
  const { nodeName } = node
  if (/^H\d$/.test(nodeName)) return readBlocks(node, at, nodeName.toLowerCase())
  if (nodeName === 'PRE') return sayCode(node, at)
  if (nodeName === 'TABLE') return readTable(node, at)
  if (nodeName === 'HR') return at.say('rule')
  if (nodeName === 'FIGCAPTION' && node.parentElement?.querySelector('pre')) return
  if (nodeName === 'DT') return at.say(`${at.depth} term ${wordsOf(node)}`)
  if (nodeName === 'LI') return readItem(node, at)
  if (nodeName === 'SUMMARY' || nodeName === 'LABEL') return sayTitle(node, at)
  if (/^[UOD]L$/.test(nodeName)) return readBlocks(node, { ...at, depth: at.depth + 1 })
  if (nodeName === 'BLOCKQUOTE' || node.getAttribute('role') === 'note') {
    at.say(`quote ${takeLabel(node)}`)
    return readBlocks(node, { ...at, quotes: at.quotes + 1 })
  }
  readBlocks(node, at)
}

/** Takes the label out of a callout; there is none in a plain quote. */
function takeLabel(node: Element) {
  const first = node.firstElementChild
  const bold = first?.nodeName === 'P' ? first.firstElementChild : null
  const label = first?.classList.contains('callout-label') ? first : bold?.nodeName === 'STRONG' ? bold : null
  const name = label ? wordsOf(label).replace(/:$/, '') : ''
  if (!label || before(label) || !['Note', 'Tip', 'Warning'].includes(name)) return ''
  label.remove()
  return name
}

function readItem(node: Element, at: ReaderState) {
  const list = node.parentElement!
  const note = /^user-content-fn-(.+)$/.exec(node.id)?.[1]
  const place = Number(list.getAttribute('start') ?? 1) + Array.from(list.children).indexOf(node)
  const bold = (node.firstElementChild?.nodeName === 'P' ? node.firstElementChild : node).firstElementChild
  const next = bold?.nextSibling
  if (bold?.nodeName === 'STRONG' && !before(bold) && next?.nodeValue?.startsWith(':')) {
    at.say(`${at.depth} term ${wordsOf(bold)}`)
    next.nodeValue = next.nodeValue.slice(1)
    bold.remove()
  } else if (note) at.say(`${at.depth} note ${decodeURIComponent(note)}`)
  else at.say(`${at.depth} item ${list.nodeName === 'OL' ? `${place}.` : '-'}`)
  readBlocks(node, at)
}

const before = (node: Element) => node.previousSibling?.textContent?.trim()
const all = (node: Element, selector: string) => Array.from(node.querySelectorAll(selector))

function sayCode(node: Element, { say }: ReaderState) {
  const code = node.querySelector('code')
  const lang = /\blanguage-(\S+)/.exec(code?.className ?? '')?.[1] ?? 'text'
  const caption = node.closest('figure')?.querySelector('figcaption')?.textContent ?? ''
  const title = code?.getAttribute('data-title') ?? caption.trim()
  say(`code ${lang} ${title}\n${node.textContent?.replace(/\n$/, '')}`)
}

function readTable(node: Element, at: ReaderState) {
  for (const row of all(node, 'tr')) {
    if (!wordsOf(row) && !row.querySelector('img')) continue
    for (const cell of Array.from(row.children)) {
      const side =
        /\btext-(left|center|right)\b/.exec(cell.className)?.[1] ?? cell.getAttribute('align') ?? ''
      readLine(Array.from(cell.childNodes), at, `${cell.nodeName.toLowerCase()} ${side}`)
    }
    at.say('end of row')
  }
}
