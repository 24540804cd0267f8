import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import type { AccessRights } from '#app/access.ts'
import {
  matchesQuery,
  type SearchHit,
  type HitGroup,
  groupHits,
  findTargets,
} from '#app/features/console-search/places.ts'
import { themes } from '#app/site/theme.ts'
import { NoHits } from '#app/features/console-search/ui/found-list.tsx'
import { chooseTheme } from '#app/ui/scripts/behaviour.ts'
import { formatAmount } from '#app/primitives/count.ts'

type PaletteGroupsProps = {
  groups: readonly HitGroup[]
  active: string | undefined
  picked: (event: MouseEvent, found: SearchHit) => void
  hovered: (href: string) => void
}

/** Renders the results of the palette. Options are links, so they can open in a new tab. Focus stays in the field. */
export function PaletteGroups({ groups, active, picked, hovered }: PaletteGroupsProps) {
  const order = groups.flatMap(({ results }) => results)
  return (
    <div
      role="listbox"
      id="palette-list"
      aria-label="Results"
      tabIndex={-1}
      className="min-h-0 overflow-y-auto overscroll-contain"
    >
      {groups.map(({ kind, title, results }) => (
        <div key={kind} role="group" aria-labelledby={`palette-of-${kind}`} className="py-2">
          <p id={`palette-of-${kind}`} role="presentation" className="label px-4 py-1 text-muted">
            {title}
          </p>
          {results.map((one) => (
            <a
              key={one.href}
              id={`palette-${order.indexOf(one)}`}
              role="option"
              aria-selected={one.href === active}
              tabIndex={-1}
              href={one.href}
              onClick={(event) => picked(event, one)}
              onPointerMove={() => hovered(one.href)}
              className="group flex min-h-11 flex-wrap items-baseline gap-x-3 px-4 py-2 aria-selected:bg-sign aria-selected:text-on-sign forced-colors:aria-selected:outline-3"
            >
              <span className="min-w-0 font-semibold [overflow-wrap:anywhere]">{one.title}</span>
              <span className="min-w-0 text-sm text-muted [overflow-wrap:anywhere] group-aria-selected:text-on-sign">
                {one.hint}
              </span>
            </a>
          ))}
        </div>
      ))}
    </div>
  )
}

/** Milliseconds without typing before the server is queried. */
const DEBOUNCE_MS = 150

type ServerHits = { q: string; found: SearchHit[]; failed: boolean }

/** Returns search results. Shows earlier results while they still match, so the layout does not jump. */
export function useSearchHits(standing: AccessRights, q: string, more: readonly SearchHit[]) {
  const [answered, setAnswered] = useState<ServerHits | null>(null)

  useEffect(() => {
    const asking = new AbortController()
    const ask = async () => {
      try {
        const response = await fetch(`/api/console/find?${new URLSearchParams({ q })}`, {
          signal: asking.signal,
        })
        if (!response.ok) throw new Error(response.statusText)
        const { groups } = (await response.json()) as { groups: HitGroup[] }
        setAnswered({ q, found: groups.flatMap(({ results }) => results), failed: false })
      } catch {
        if (!asking.signal.aborted) setAnswered({ q, found: [], failed: true })
      }
    }
    const timer = setTimeout(ask, q ? DEBOUNCE_MS : 0)
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [q])

  const isDone = answered?.q === q
  const known = (answered?.found ?? []).filter(
    ({ title, hint }) => isDone || matchesQuery(q, `${title} ${hint}`),
  )
  const own = more.filter(({ title, hint }) => matchesQuery(q, `${title} ${hint}`))
  const groups = groupHits([...findTargets(standing, q), ...own, ...known], q)
  return { groups, isDone, hasFailed: isDone && answered.failed }
}

const themeActions = { system: 'system', light: 'light', dark: 'dark' } as const
/** Actions that run in the browser. Action URLs are fragments that are not followed. */
const browserActions: readonly SearchHit[] = themes.map((theme) => ({
  kind: 'action',
  title: `Theme: ${themeActions[theme]}`,
  hint: 'Change the colors in this browser',
  href: `#${theme}`,
}))

/**
 * Renders the command palette, which finds pages, items and actions while you type. Arrow keys move through the list.
 */
export default function Palette({ standing, closed }: { standing: AccessRights; closed: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const leaving = useRef<HTMLFormElement>(null)
  const [q, setQ] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const { groups, isDone, hasFailed } = useSearchHits(standing, q.trim(), browserActions)
  const all = groups.flatMap(({ results }) => results)
  const at = Math.max(
    0,
    all.findIndex(({ href }) => href === chosen),
  )
  const active = all[at]?.href

  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])
  useEffect(() => {
    dialog.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [active])

  const moves: Record<string, number> = {
    ArrowDown: (at + 1) % all.length,
    ArrowUp: (at - 1 + all.length) % all.length,
    Home: 0,
    End: all.length - 1,
  }
  const pressed = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const move = moves[event.key]
    if (event.key === 'Enter') dialog.current?.querySelector<HTMLElement>('[aria-selected=true]')?.click()
    else if (move !== undefined && all.length > 0) setChosen(all[move]!.href)
    else return
    event.preventDefault()
  }
  const picked = (event: MouseEvent, { href }: SearchHit) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    const theme = themes.find((one) => href === `#${one}`)
    if (theme || href === '/logout') event.preventDefault()
    if (theme) chooseTheme(theme)
    if (href === '/logout') leaving.current?.requestSubmit()
    dialog.current?.close()
  }
  const pressedBeside = ({ target }: MouseEvent) => {
    if (target === dialog.current) dialog.current.close()
  }
  const told = hasFailed
    ? 'Search failed. Only pages and actions are listed.'
    : !isDone && all.length === 0
      ? 'Searching…'
      : formatAmount(all.length, 'result', 'results')

  return (
    <dialog
      ref={dialog}
      id="palette"
      onClose={closed}
      onClick={pressedBeside}
      aria-label="Quick find"
      className="m-0 h-dvh max-h-none w-dvw max-w-none overflow-hidden bg-raised text-ink backdrop:bg-[var(--shade)] sm:mx-auto sm:mt-[10vh] sm:h-fit sm:w-full sm:max-w-2xl sm:border sm:border-edge sm:shadow-card"
    >
      <div className="flex h-full flex-col sm:max-h-[75vh]">
        <div className="flex items-center gap-2 border-b border-line p-3">
          <input
            role="combobox"
            aria-label="Search for pages and actions"
            aria-expanded={all.length > 0}
            aria-controls="palette-list"
            aria-autocomplete="list"
            aria-activedescendant={active ? `palette-${at}` : undefined}
            aria-describedby="palette-told"
            value={q}
            onChange={({ target }) => {
              setQ(target.value)
              setChosen(null)
            }}
            onKeyDown={pressed}
            maxLength={100}
            placeholder="A page, a command, a person…"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            className="input min-w-0 flex-1 text-lg"
          />
          <button type="button" className="button small" onClick={() => dialog.current?.close()}>
            Close
          </button>
        </div>
        {all.length > 0 && (
          <PaletteGroups groups={groups} active={active} picked={picked} hovered={setChosen} />
        )}
        {isDone && all.length === 0 && (
          <p className="px-4 py-6 text-soft">
            <NoHits q={q} standing={standing} />
          </p>
        )}
        <p className="mt-auto flex justify-between gap-4 border-t border-line px-4 py-2 text-sm text-muted">
          <span role="status" id="palette-told">
            {told}
          </span>
          <span className="hidden sm:inline" aria-hidden="true">
            ↑ ↓ to select, Enter to open, Esc to close
          </span>
        </p>
      </div>
      <form ref={leaving} method="post" action="/logout" hidden />
    </dialog>
  )
}
