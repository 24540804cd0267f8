import { useId, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { useIsomorphicLayoutEffect } from '#app/ui/feedback/layout-effect.ts'

/** Option of a combobox. `note` is a short remark below the name. Disabled options are shown and cannot be chosen. */
export type ComboboxChoice = {
  value: string
  name: string
  note?: string | undefined
  icon?: ReactNode
  isDisabled?: boolean | undefined
}

type Props = {
  id: string
  /** ARIA attributes from the field's frame. */
  aria?: object
  choices: readonly ComboboxChoice[]
  /** Text of the chosen value, shown while the user does not type. */
  text: string
  placeholder?: string
  /** Message in the list if no choice matches. */
  empty: string
  className?: string
  /** Returns a choice for text that matches no choice, such as a pasted id. */
  choiceOf?(text: string): ComboboxChoice | undefined
  onChoose(value: string): void
  /** Receives the text while the user types. */
  onType?(text: string): void
  /** Receives typed text that is not a choice, when the user leaves the field. */
  onLeave?(text: string): void
}

const MAX_CHOICES = 60

/** Renders a text field with a list of choices that the typed text filters. Follows the ARIA combobox pattern. */
export function Combobox(props: Props) {
  const {
    id,
    aria,
    choices,
    text,
    placeholder,
    empty,
    className = '',
    choiceOf,
    onChoose,
    onType,
    onLeave,
  } = props
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [query, setQuery] = useState<string | null>(null)
  const [active, setActive] = useState<number | null>(null)
  const isOpen = active !== null
  const room = useRoom(input, isOpen)
  const shown = matching(choices, query, choiceOf)
  const at = isOpen ? Math.min(active, shown.length - 1) : -1

  const close = () => setActive(null)
  const choose = ({ value, isDisabled }: ComboboxChoice) => {
    if (isDisabled) return
    onChoose(value)
    setQuery(null)
    close()
    // A choice counts as input of the form, although no text was typed.
    input.current?.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const leave = () => {
    close()
    if (query === null) return
    const chosen = exact(shown, query) ?? choiceOf?.(query)
    if (chosen && !chosen.isDisabled) onChoose(chosen.value)
    else if (!chosen) onLeave?.(query)
    setQuery(null)
  }
  const go = (to: number) => {
    setActive(Math.max(0, Math.min(to, shown.length - 1)))
    requestAnimationFrame(() =>
      document.getElementById(`${listId}-${to}`)?.scrollIntoView({ block: 'nearest', behavior: 'instant' }),
    )
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event
    if (key === 'ArrowDown') go(isOpen ? (at + 1) % Math.max(shown.length, 1) : 0)
    else if (key === 'ArrowUp') go(isOpen && at > 0 ? at - 1 : shown.length - 1)
    else if (key === 'Enter' && isOpen) {
      const chosen = shown[at]
      if (chosen) choose(chosen)
    } else if (key === 'Escape' && (isOpen || query !== null)) {
      setQuery(null)
      close()
      event.stopPropagation()
    } else return
    event.preventDefault()
  }

  return (
    <div className={`relative ${className}`}>
      <input
        ref={input}
        id={id}
        type="text"
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={at >= 0 ? `${listId}-${at}` : undefined}
        {...aria}
        value={query ?? text}
        placeholder={placeholder}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        className="input"
        onFocus={({ target }) => target.select()}
        onClick={() => !isOpen && setActive(0)}
        onChange={({ target }) => {
          setQuery(target.value)
          setActive(0)
          onType?.(target.value)
        }}
        onBlur={leave}
        onKeyDown={onKeyDown}
      />
      {isOpen && (
        <ul
          id={listId}
          role="listbox"
          aria-label="Choices"
          className={`absolute inset-x-0 z-30 my-1 overflow-y-auto border border-edge bg-raised py-1 shadow-card ${
            room.isAbove ? 'bottom-full' : 'top-full'
          }`}
          style={{ maxHeight: room.height }}
        >
          {shown.map((choice, index) => (
            // The keys are handled by the field, which keeps the focus.
            <li
              key={choice.value}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === at}
              aria-disabled={choice.isDisabled}
              className={`flex min-h-9 items-start gap-2 px-3 py-1.5 ${
                index === at ? 'bg-sign text-on-sign' : choice.isDisabled ? 'text-muted' : ''
              } ${choice.isDisabled ? '' : 'cursor-pointer'}`}
              onMouseDown={(event) => event.preventDefault()}
              onMouseMove={() => index !== at && setActive(index)}
              onClick={() => choose(choice)}
            >
              {choice.icon && <span className="flex h-[1lh] shrink-0 items-center">{choice.icon}</span>}
              <span className="min-w-0">
                <span className="block truncate">{choice.name}</span>
                {choice.note && (
                  <span className={`block text-sm ${index === at ? '' : 'text-muted'}`}>{choice.note}</span>
                )}
              </span>
            </li>
          ))}
          {shown.length === 0 && (
            <li role="option" aria-selected={false} aria-disabled="true" className="px-3 py-1.5 text-muted">
              {empty}
            </li>
          )}
        </ul>
      )}
    </div>
  )
}

/** Maximum and minimum height of the list, in pixels. With less than `FLIP_BELOW` below the field, it opens above. */
const [LIST_HEIGHT, MIN_HEIGHT, FLIP_BELOW] = [288, 44, 200]

/** Pixels between the list and the field, and between the list and the bars. */
const LIST_GAPS = 8

/**
 * Returns the height available for the list of a field, and whether the list opens above the field. The scroll
 * padding of the page excludes its bars.
 */
function useRoom(field: RefObject<HTMLElement>, isOpen: boolean) {
  const [room, setRoom] = useState({ height: LIST_HEIGHT, isAbove: false })
  useIsomorphicLayoutEffect(() => {
    if (!isOpen) return
    const measure = () => {
      const { top, bottom } = field.current!.getBoundingClientRect()
      const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(document.documentElement)
      const [above, below] = [
        top - (parseFloat(scrollPaddingTop) || 0),
        (visualViewport?.height ?? innerHeight) - (parseFloat(scrollPaddingBottom) || 0) - bottom,
      ].map((pixels) => pixels - LIST_GAPS)
      const isAbove = below! < FLIP_BELOW && above! > below!
      setRoom({ isAbove, height: Math.max(MIN_HEIGHT, Math.min(LIST_HEIGHT, isAbove ? above! : below!)) })
    }
    measure()
    visualViewport?.addEventListener('resize', measure)
    return () => visualViewport?.removeEventListener('resize', measure)
  }, [field, isOpen])
  return room
}

const lower = (text: string) => text.trim().toLowerCase()

/** Returns the choice whose name is the typed text, with or without the sign before it. */
const exact = (choices: readonly ComboboxChoice[], query: string) =>
  choices.find(({ name }) => lower(name).replace(/^[#@]/, '') === lower(query).replace(/^[#@]/, ''))

function matching(
  choices: readonly ComboboxChoice[],
  query: string | null,
  choiceOf: Props['choiceOf'],
): ComboboxChoice[] {
  if (!query?.trim()) return choices.slice(0, MAX_CHOICES)
  const words = lower(query).split(/\s+/)
  const found = choices.filter(({ name, note, value }) => {
    const all = `${name} ${note ?? ''} ${value}`.toLowerCase()
    return words.every((word) => all.includes(word))
  })
  const own = found.length ? undefined : choiceOf?.(query)
  return own ? [own] : found.slice(0, MAX_CHOICES)
}
