import { Bold, Blocks, Code, Heading2, ImagePlus, Italic, Link2, List, TextQuote } from 'lucide-react'
import { useState, type KeyboardEvent, type RefObject } from 'react'
import type { BodyActions } from '#app/features/cms/ui/editor/body.tsx'
import { formats, type Format } from '#app/features/cms/ui/editor/formats.ts'

const icons: Record<Format, typeof Bold> = {
  bold: Bold,
  italic: Italic,
  heading: Heading2,
  link: Link2,
  list: List,
  quote: TextQuote,
  code: Code,
}

/** Returns a shortcut as people read it: “Ctrl+Shift+8”. */
const readableKeys = (keys: string) =>
  keys
    .replace('Mod', 'Ctrl')
    .split('-')
    .map((key) => (key.length === 1 ? key.toUpperCase() : key))
    .join('+')

/** Renders the buttons that format the text. The Tab key reaches one of them, and the arrow keys the others. */
export function Toolbar({ body }: { body: RefObject<BodyActions> }) {
  const [current, setCurrent] = useState(0)
  const tools = [
    ...formats.map(({ id, name, keys }) => ({
      Icon: icons[id],
      name,
      keys: readableKeys(keys),
      act: () => body.current?.apply(id),
    })),
    { Icon: ImagePlus, name: 'Image', keys: undefined, act: () => body.current?.chooseImages() },
    { Icon: Blocks, name: 'Component', keys: undefined, act: () => body.current?.apply('component') },
  ]

  function move(event: KeyboardEvent<HTMLDivElement>) {
    const last = tools.length - 1
    const targets: Record<string, number> = {
      ArrowRight: current === last ? 0 : current + 1,
      ArrowLeft: current === 0 ? last : current - 1,
      Home: 0,
      End: last,
    }
    const next = targets[event.key]
    if (next === undefined) return
    event.preventDefault()
    setCurrent(next)
    event.currentTarget.querySelectorAll('button')[next]?.focus()
  }

  return (
    <div role="toolbar" aria-label="Format" className="entry-formats" data-scripted onKeyDown={move}>
      {tools.map(({ Icon, name, keys, act }, index) => (
        <button
          key={name}
          type="button"
          tabIndex={index === current ? 0 : -1}
          title={keys ? `${name} (${keys})` : name}
          aria-keyshortcuts={keys?.replace('Ctrl', 'Control')}
          className="entry-tool"
          onFocus={() => setCurrent(index)}
          onClick={act}
        >
          <Icon className="size-4" aria-hidden="true" />
          <span className="sr-only">{name}</span>
        </button>
      ))}
    </div>
  )
}
