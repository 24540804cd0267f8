import { dateIn, numberIn, textOf } from '#app/features/cms/import/readers/front-matter.server.ts'
import {
  below,
  DATED,
  dateFor,
  fillPattern,
  folderOf,
  isPublished,
  joined,
  movedFrom,
  nameOf,
  orderOf,
  type Place,
  stem,
} from '#app/features/cms/import/readers/places.server.ts'

export const placeHugo: Place = (file, data, settings) => {
  const path = below(file, 'content') ?? file
  const bundle = stem(path).replace(/(?:^|\/)_?index$/, '')
  const isList = /(?:^|\/)_index\.\w+$/.test(path)
  const section = bundle.includes('/') || isList ? (bundle.split('/')[0] ?? '') : ''
  const [, day, rest] = DATED.exec(nameOf(bundle)) ?? []
  const name = textOf(data, 'slug') || rest || nameOf(bundle)
  const date = dateFor(data) ?? dateIn({ date: day }, 'date')
  const isPublic = isPublished(data)
  const pattern = settings.permalinks?.[section]
  const own = textOf(data, 'url', 'permalink')
  const title = textOf(data, 'title')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
  const usual = joined(folderOf(bundle), bundle ? name : '')
  const filled =
    pattern && !isList && date
      ? joined(fillPattern(pattern, { date, title, slug: name, section, categories: '' }))
      : usual
  const oldPaths = [own ? joined(own) : isList ? joined(bundle) : filled, ...movedFrom(data)]
  const common = { date, isPublic, oldPaths, section: '' }
  const weight = numberIn(data, 'weight', 'order') ?? Infinity
  if (section === 'docs') {
    const inner = below(bundle, 'docs') ?? ''
    const slug = isList || !inner ? inner || 'overview' : joined(folderOf(inner), name).slice(1)
    return {
      ...common,
      type: 'doc',
      slug,
      order: orderOf(inner, settings, 'docs', weight),
      section: inner.includes('/') ? inner.split('/')[0]! : '',
    }
  }
  const isPost =
    /^(?:posts?|blog|news|articles?|writing|notes)$/i.test(section) || textOf(data, 'type') === 'post'
  if (isPost && !isList) return { ...common, type: 'post', slug: name, order: [] }
  return {
    ...common,
    type: 'page',
    slug: bundle ? (isList ? bundle : joined(folderOf(bundle), name)) : 'index',
    order: [weight, bundle],
  }
}
