import { DATE_LOCALE } from '#app/primitives/dates.ts'
import { createContext, useContext, type ReactNode } from 'react'
import { blocksOf, inlineOf, type Block, type Inline } from '#app/features/actions/ui/discord-markdown.ts'
import { ownValue } from '#app/primitives/objects.ts'

/** Names that a preview shows for mentions, by id. */
const MentionNamesContext = createContext<Readonly<Record<string, string>>>({})
export const MentionNamesProvider = MentionNamesContext.Provider

/** Renders text in Discord's format. Links and images are inactive, and HTML is shown as text. */
export function DiscordText({ text }: { text: string }) {
  return (
    <div className="dc-text">
      {blocksOf(text).map((block, index) => (
        <MarkdownBlock key={index} block={block} />
      ))}
    </div>
  )
}

/** Renders a single line, such as a title. */
export const DiscordLine = ({ text }: { text: string }) => <>{shown(inlineOf(text))}</>

function MarkdownBlock({ block }: { block: Block }) {
  switch (block.kind) {
    case 'heading':
      return <p className={`dc-h${block.level}`}>{shown(block.children)}</p>
    case 'subtext':
      return <p className="dc-muted">{shown(block.children)}</p>
    case 'fence':
      return <pre className="dc-fence">{block.text}</pre>
    case 'quote':
      return (
        <blockquote className="dc-quote">
          {block.blocks.map((inner, index) => (
            <MarkdownBlock key={index} block={inner} />
          ))}
        </blockquote>
      )
    case 'list': {
      const items = block.items.map((item, index) => <li key={index}>{shown(item)}</li>)
      return block.start === null ? <ul>{items}</ul> : <ol start={block.start}>{items}</ol>
    }
    default:
      return <p className="dc-lines">{shown(block.children)}</p>
  }
}

const shown = (pieces: Inline[]): ReactNode =>
  pieces.map((piece, index) => <MarkdownInline key={index} piece={piece} />)

const marks = { bold: 'strong', italic: 'em', underline: 'u', strike: 's' } as const

function MarkdownInline({ piece }: { piece: Inline }) {
  switch (piece.kind) {
    case 'text':
      return <>{piece.text}</>
    case 'code':
      return <code className="dc-code">{piece.text}</code>
    case 'emoji':
      return <>:{piece.text}:</>
    case 'spoiler':
      return <span className="dc-spoiler">{shown(piece.children)}</span>
    case 'link':
      return <span className="dc-link">{shown(piece.children)}</span>
    case 'mention':
      return <Mention {...piece} />
    case 'time':
      return <span className="dc-time">{timeOf(piece.seconds)}</span>
    default: {
      const Mark = marks[piece.kind]
      return <Mark>{shown(piece.children)}</Mark>
    }
  }
}

function Mention({ of, id }: Extract<Inline, { kind: 'mention' }>) {
  const names = useContext(MentionNamesContext)
  const sign = of === 'command' ? '/' : of === 'channel' ? '#' : '@'
  const name = of === 'command' || of === 'everyone' ? id : (ownValue(names, id) ?? of)
  return (
    <span className="dc-mention">
      {sign}
      {name}
    </span>
  )
}

const format = new Intl.DateTimeFormat(DATE_LOCALE, {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
})

/** Formats a timestamp. Returns "Invalid date" for timestamps out of range, as Discord does. */
const timeOf = (seconds: number) =>
  Math.abs(seconds) <= 8.64e12 ? format.format(new Date(seconds * 1000)) : 'Invalid date'
