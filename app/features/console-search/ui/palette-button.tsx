import { useRouteLoaderData } from '@remix-run/react'
import { Search } from 'lucide-react'
import {
  createContext,
  lazy,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
  type MouseEvent,
  type ReactNode,
} from 'react'
import type { RootData } from '#app/ui/layout/root-data.ts'

const load = () => import('#app/features/console-search/ui/palette.tsx')
const Palette = lazy(load)
const neverChanges = () => () => {}
const next = (opening: number) => (document.querySelector('#palette[open]') ? opening : opening + 1)
const detectMac = () => /Mac|iPhone|iPad/.test(navigator.userAgent)

const OpenPalette = createContext(() => {})

/** Opens the command palette over the page, which stays open while the user moves to another page. */
export function PaletteProvider({ children }: { children: ReactNode }) {
  const standing = useRouteLoaderData<RootData>('root')?.standing
  // The counter increases with each opening and is 0 while the palette is closed. The close event of a dialog fires
  // late, and a key pressed in the meantime must open a new dialog.
  const [opening, setOpening] = useState(0)
  const shows = Boolean(standing)

  useEffect(() => {
    if (!shows) return
    const pressed = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || event.ctrlKey === event.metaKey) return
      if (event.altKey || event.shiftKey || event.defaultPrevented) return
      event.preventDefault()
      setOpening(next)
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [shows])

  return (
    <OpenPalette.Provider value={useCallback(() => setOpening(next), [])}>
      {children}
      {standing && opening > 0 && (
        <Suspense fallback={null}>
          <Palette
            key={opening}
            standing={standing}
            closed={() => setOpening((now) => (now === opening ? 0 : now))}
          />
        </Suspense>
      )}
    </OpenPalette.Provider>
  )
}

/** Renders the link that opens the command palette. The link works without scripts and loads the palette on demand. */
export function PaletteButton() {
  const standing = useRouteLoaderData<RootData>('root')?.standing
  const openPalette = useContext(OpenPalette)
  const isMac = useSyncExternalStore(neverChanges, detectMac, () => false)

  if (!standing) return null
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    openPalette()
  }
  return (
    <a
      href="/admin/find"
      onClick={open}
      onPointerEnter={load}
      onFocus={load}
      aria-keyshortcuts="Control+K Meta+K"
      className="quiet inline-flex size-11 items-center justify-center gap-3 text-soft hover:text-ink lg:h-10 lg:w-auto lg:border lg:border-edge lg:bg-raised lg:px-3"
    >
      <Search className="size-5" aria-hidden="true" />
      <span className="sr-only lg:not-sr-only">Quick find…</span>
      <kbd className="hidden text-sm text-muted lg:inline" aria-hidden="true">
        {isMac ? '⌘K' : 'Ctrl K'}
      </kbd>
    </a>
  )
}
