import { dateIn, listOf, numberIn, textOf } from '#app/features/cms/import/readers/front-matter.server.ts'
import {
  below,
  DATED,
  dateFor,
  fillPattern,
  isPublished,
  joined,
  movedFrom,
  nameOf,
  type Place,
  stem,
} from '#app/features/cms/import/readers/places.server.ts'

const jekyllStyles: Record<string, string> = {
  date: '/:categories/:year/:month/:day/:title:output_ext',
  pretty: '/:categories/:year/:month/:day/:title/',
  ordinal: '/:categories/:year/:month/:day/:title:output_ext',
  none: '/:categories/:title:output_ext',
}

export const placeJekyll: Place = (file, data, settings) => {
  const inDrafts = below(file, '_drafts') ?? (/\/_drafts\//.test(file) ? nameOf(file) : null)
  const inPosts = below(file, '_posts') ?? (/\/_posts\//.test(file) ? nameOf(file) : null)
  const title = textOf(data, 'slug')
  const own = textOf(data, 'permalink')
  const style = settings.permalink ?? 'date'
  if (inPosts ?? inDrafts) {
    const [, day, rest] = DATED.exec(stem(nameOf(file))) ?? []
    const date = dateFor(data) ?? dateIn({ date: day?.replace(/-(\d)(?=-|$)/g, '-0$1') }, 'date')
    const slug = title || rest || stem(nameOf(file))
    const categories = listOf(data, ['categories', 'category'], /\s/).join('/').toLowerCase()
    const pattern = own || jekyllStyles[style] || style
    const path = joined(
      fillPattern(pattern, { date: date ?? '', title: slug, slug, section: '', categories }),
    )
    const isPublic = !inDrafts && isPublished(data)
    const oldPaths = isPublic ? [path, ...movedFrom(data)] : movedFrom(data)
    return { type: 'post', slug, date, isPublic, oldPaths, order: [], section: '' }
  }
  const [, collection, rest] = /^_([a-z][\w-]*)\/(.+)$/.exec(file) ?? []
  if (collection && /^(?:layouts|includes|sass|data|site|plugins)$/.test(collection))
    return { skip: 'Theme templates and data files are not imported.' }
  const path = stem(rest ?? file)
  const route = collection
    ? joined(collection, path)
    : joined(path === 'index' ? '' : path.replace(/\/index$/, ''))
  const isDoc = collection === 'docs' || (!collection && file.startsWith('docs/'))
  const oldPaths = [
    own ? joined(own) : style === 'pretty' || route === '/' ? route : `${route}.html`,
    route,
    ...movedFrom(data),
  ]
  return {
    type: isDoc ? 'doc' : 'page',
    slug: isDoc ? (below(path, 'docs') ?? path) : own && !collection ? own : path.replace(/\/index$/, ''),
    date: dateFor(data),
    isPublic: isPublished(data),
    oldPaths,
    order: [numberIn(data, 'nav_order', 'order', 'weight') ?? Infinity, path],
    section: isDoc ? (path.split('/').at(-2) ?? '') : '',
  }
}
