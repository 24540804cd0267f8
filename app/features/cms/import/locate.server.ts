import { posix } from 'node:path'
import type { Archive } from '#app/features/cms/import/archive.server.ts'
import { decoded } from '#app/primitives/text.ts'
import type { SourceEntry, SourceSite } from '#app/features/cms/import/site.ts'

/** Placeholder that Ghost writes for the URL of the site. */
const GHOST_URL = '__GHOST_URL__'

export type Target = { path: string }

/** Splits a URL into its path without the origin of the old site, and its query and fragment. Null for other sites. */
export function localPath(url: string, origin: string): { path: string; rest: string } | null {
  let local = url.trim()
  if (local.startsWith(GHOST_URL)) local = local.slice(GHOST_URL.length) || '/'
  else if (origin) {
    const host = origin.replace(/^https?:\/\//, '')
    const [, found] = /^(?:https?:)?\/\/(?:www\.)?([^/?#]+)/i.exec(local) ?? []
    if (found && found.toLowerCase() === host.replace(/^www\./, '').toLowerCase())
      local = local.replace(/^(?:https?:)?\/\/[^/?#]+/i, '') || '/'
  }
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(local)) return null
  const end = local.search(/[?#]/)
  return end < 0 ? { path: local, rest: '' } : { path: local.slice(0, end), rest: local.slice(end) }
}

/** Normalizes a path of the old site for comparison. */
export const comparable = (path: string): string => {
  const plain = decoded(path)
    .toLowerCase()
    .replace(/\/+/g, '/')
    .replace(/\/index\.html?$/, '/')
    .replace(/\.html?$/, '')
  return plain.length > 1 ? plain.replace(/\/$/, '') : plain
}

/** Finds files of the archive by the URLs and paths that entries use. */
export function createFileFinder(archive: Archive, site: Pick<SourceSite, 'roots' | 'origin'>) {
  const names = [...archive.files.keys()]
  const known = new Set(names)
  const byName = new Map<string, string[]>()
  for (const name of names) {
    const last = posix.basename(name)
    byName.set(last, [...(byName.get(last) ?? []), name])
  }
  return (url: string, folder: string): string | null => {
    const local = localPath(url, site.origin)
    if (!local) return null
    const path = decoded(local.path)
      .replace(/^@site\//, '/')
      .replace(/^[@~]\//, '/src/')
    for (const one of variantsOf(path)) {
      const file = exact(one, folder) ?? suffix(one)
      if (file) return file
    }
    return null
  }

  function exact(path: string, folder: string): string | null {
    const places = path.startsWith('/')
      ? site.roots.map((root) => posix.join(root, path.slice(1)))
      : [posix.join(folder, path), ...site.roots.map((root) => posix.join(root, path))]
    return places.find((place) => known.has(place)) ?? null
  }

  /** Finds the file whose path has the longest common end with the URL, at least one folder: `uploads/2024/01/a.png`. */
  function suffix(path: string): string | null {
    const parts = path.split('/').filter((part) => part && part !== '.' && part !== '..')
    const candidates = byName.get(parts.at(-1) ?? '') ?? []
    let best: string | null = null
    let most = 1
    for (const candidate of candidates) {
      const own = candidate.split('/')
      let same = 0
      while (
        same < own.length &&
        same < parts.length &&
        own[own.length - 1 - same] === parts[parts.length - 1 - same]
      )
        same += 1
      const whole = same === own.length || same === parts.length
      if (whole && same > most) [best, most] = [candidate, same]
    }
    return best
  }
}

/** Returns the path, and its variants without the resize parts that Ghost and WordPress add. */
function variantsOf(path: string): string[] {
  const unsized = path.replace(/\/size\/w\d+(?:h\d+)?(?:\/format\/\w+)?\//, '/')
  const whole = unsized.replace(/-\d+x\d+(?=\.\w+$)/, '').replace(/-scaled(?=\.\w+$)/, '')
  return [...new Set([path, unsized, whole])]
}

/** Maps old paths and source files to new paths. */
export function createLinkMap(entries: readonly { entry: SourceEntry; path: string }[]) {
  const byPath = new Map<string, string>()
  const byFile = new Map<string, string>()
  for (const { entry, path } of entries) {
    byFile.set(entry.source, path)
    const name = entry.source.replace(/\.\w+$/, '')
    for (const file of [
      name,
      entry.source.replace(/^(?:src\/)?content\//, ''),
      name.replace(/^(?:src\/)?content\//, '').replace(/\/_?index$/, ''),
    ])
      if (!byFile.has(file)) byFile.set(file, path)
    for (const old of entry.oldPaths) if (!byPath.has(comparable(old))) byPath.set(comparable(old), path)
  }
  return { byPath, byFile }
}
