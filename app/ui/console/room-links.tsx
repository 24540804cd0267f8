import { useNavigate } from '@remix-run/react'
import { useEffect, useRef, useState, type FocusEvent, type MouseEvent, type PointerEvent } from 'react'
import { isConsolePath } from '#app/ui/layout/console-nav.ts'

/** Milliseconds for which a pointer rests on a link before the page's scripts are loaded. */
const INTENT_MS = 60

/** Paths of the console that are not pages of the app: redirects to an editor and framed emails. */
const notPages = /^\/admin\/(content\/edit|mail\/[^/]+\/html)$/

/** Returns the link to a console page at the target of an event, or null for all other links. */
function consoleLink(target: EventTarget): HTMLAnchorElement | null {
  const link = target instanceof Element ? target.closest('a') : null
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return null
  return isConsolePath(link.pathname) && !notPages.test(link.pathname) ? link : null
}

/**
 * Opens links between console pages without a full load, and reports the page that the user is about to open. Moves the focus
 * to the new page. Links are plain anchors, so that they work without scripts.
 */
export function useRoomLinks() {
  const navigate = useNavigate()
  const [intended, setIntended] = useState<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>()

  const click = (event: MouseEvent) => {
    if (event.defaultPrevented || event.button !== 0) return
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    const link = consoleLink(event.target)
    if (!link) return
    const isSamePage = link.pathname === location.pathname && link.search === location.search
    if (isSamePage && link.hash) return
    event.preventDefault()
    navigate(link.pathname + link.search + link.hash)
  }
  const intend = ({ target }: PointerEvent | FocusEvent) => {
    clearTimeout(timer.current)
    const link = consoleLink(target)
    if (link) timer.current = setTimeout(() => setIntended(link.pathname), INTENT_MS)
  }
  useEffect(() => () => clearTimeout(timer.current), [])

  return { handlers: { onClick: click, onPointerOver: intend, onFocus: intend }, intended }
}

/** Loads the scripts of a console page before the user opens it. Its data is always loaded fresh. */
export function PrefetchModules({ path }: { path: string | null }) {
  useEffect(() => {
    if (path) for (const module of modulesOf(path)) void import(/* @vite-ignore */ module).catch(() => {})
  }, [path])
  return null
}

/** Returns the URLs of the scripts of the page at a path, as the manifest of the build lists them. */
function modulesOf(path: string): string[] {
  const route = Object.values(window.__remixManifest.routes).find(({ path: pattern }) => {
    const segments = `/${pattern ?? ''}`.split('/')
    const given = path.split('/')
    return (
      segments.length === given.length &&
      segments.every((segment, index) => segment.startsWith(':') || segment === given[index])
    )
  })
  return route ? [route.module, ...(route.imports ?? [])] : []
}
