import { dateIn, numberIn, textOf } from '#app/features/cms/import/readers/front-matter.server.ts'
import { placeHugo } from '#app/features/cms/import/readers/hugo.server.ts'
import { placeJekyll } from '#app/features/cms/import/readers/jekyll.server.ts'
import {
  below,
  DATED,
  dateFor,
  folderOf,
  isPublished,
  joined,
  movedFrom,
  nameOf,
  orderOf,
  type Place,
  stem,
} from '#app/features/cms/import/readers/places.server.ts'
import type { SiteFormat } from '#app/features/cms/import/schema.ts'

const withoutNumber = (name: string) => name.replace(/^\d+[-_.\s]+(?=\S)/, '')

const placeDocusaurus: Place = (file, data, settings) => {
  if (/^(?:versioned_docs|i18n)\//.test(file))
    return { skip: 'Other versions and translations are not imported.' }
  if (nameOf(file).startsWith('_'))
    return { skip: 'Partial files, whose names start with an underscore, are not imported.' }
  const own = textOf(data, 'slug')
  const isPublic = isPublished(data)
  const inDocs = below(file, 'docs')
  if (inDocs !== null) {
    const parts = stem(inDocs).split('/').map(withoutNumber)
    const last = textOf(data, 'id') || parts.at(-1)!
    const isIndex = /^(?:index|readme)$/i.test(parts.at(-1)!) || parts.at(-1) === parts.at(-2)
    const path = [...parts.slice(0, -1), ...(isIndex ? [] : [last])].join('/')
    const route = own ? (own.startsWith('/') ? own : joined(folderOf(path), own)) : path
    const slug = route.replace(/^\/|\/$/g, '') || path || textOf(data, 'title') || 'introduction'
    return {
      type: 'doc',
      slug,
      date: null,
      isPublic,
      oldPaths: [joined('docs', route), ...movedFrom(data)],
      order: orderOf(stem(inDocs), settings, 'docs', numberIn(data, 'sidebar_position') ?? Infinity),
      section: inDocs.includes('/') ? inDocs.split('/')[0]! : '',
    }
  }
  const inBlog = below(file, 'blog')
  if (inBlog !== null) {
    const path = stem(inBlog).replace(/\/index$/, '')
    const [, day, rest] = DATED.exec(path.replace(/^(\d{4})\/(\d{2})\/(\d{2})[-/]/, '$1-$2-$3-')) ?? []
    const date = dateFor(data) ?? dateIn({ date: day }, 'date')
    const slug = own || rest || path
    const route = own ? own : joined((day ?? '').replaceAll('-', '/'), rest ?? path)
    return {
      type: 'post',
      slug: nameOf(slug.replace(/\/$/, '')),
      date,
      isPublic,
      oldPaths: [joined('blog', route), ...movedFrom(data)],
      order: [],
      section: '',
    }
  }
  const inPages = below(file, 'src/pages')
  if (inPages === null) return { skip: 'The file is not in docs, blog or src/pages.' }
  const path = stem(inPages).replace(/(?:^|\/)index$/, '')
  return {
    type: 'page',
    slug: own || path || 'index',
    date: null,
    isPublic,
    oldPaths: [joined(path)],
    order: [path],
    section: '',
  }
}

const placeAstro: Place = (file, data, settings) => {
  const date = dateFor(data)
  const isPublic = isPublished(data)
  const inPages = below(file, 'src/pages')
  if (inPages !== null) {
    const path = stem(inPages).replace(/(?:^|\/)index$/, '')
    return {
      type: 'page',
      slug: path || 'index',
      date,
      isPublic,
      oldPaths: [joined(path), ...movedFrom(data)],
      order: [path],
      section: '',
    }
  }
  const inContent = below(file, 'src/content') ?? below(file, 'src/data')
  if (inContent === null) return { skip: 'The file is not in src/content or src/pages.' }
  const [collection = '', ...rest] = stem(inContent).split('/')
  const path = rest.join('/').replace(/(?:^|\/)index$/, '')
  const own = textOf(data, 'slug', 'permalink')
  const order = orderOf(
    path,
    settings,
    `src/content/${collection}`,
    numberIn(data, 'order', 'sidebar_position') ?? Infinity,
  )
  if (collection === 'docs')
    return {
      type: 'doc',
      slug: own || path || 'overview',
      date: null,
      isPublic,
      oldPaths: [joined(own || path), ...movedFrom(data)],
      order,
      section: path.includes('/') ? path.split('/')[0]! : '',
    }
  const isPost = collection === 'blog' || collection === 'posts' || date !== null
  const slug = own || path
  return {
    type: isPost ? 'post' : 'page',
    slug,
    date,
    isPublic,
    oldPaths: [joined(collection, slug), ...movedFrom(data)],
    order,
    section: '',
  }
}

const placeMarkdown: Place = (source, data, settings) => {
  const file = source.replace(/(^|\/)drafts\//, '$1')
  const path = stem(file).replace(/(?:^|\/)(?:index|readme)$/i, '')
  const inDocs = below(path, 'docs')
  const [, day, rest] = DATED.exec(nameOf(path)) ?? []
  const date = dateFor(data) ?? dateIn({ date: day }, 'date')
  const own = textOf(data, 'slug', 'permalink', 'url')
  const oldPaths = [joined(own || path), ...movedFrom(data)]
  const isPublic = file === source && isPublished(data)
  const common = { date, isPublic, oldPaths }
  const order = orderOf(
    inDocs ?? path,
    settings,
    'docs',
    numberIn(data, 'sidebar_position', 'order', 'weight') ?? Infinity,
  )
  if (inDocs !== null)
    return {
      ...common,
      type: 'doc',
      slug: own || inDocs,
      order,
      section: inDocs.includes('/') ? inDocs.split('/')[0]! : '',
    }
  const isPost = date !== null || /^(?:blog|posts?|_posts)\//.test(path)
  if (isPost)
    return { ...common, type: 'post', slug: nameOf(own) || rest || nameOf(path), order: [], section: '' }
  return { ...common, type: 'page', slug: own || path || 'index', order, section: '' }
}

/** Functions that derive the type and paths of a file from the conventions of each system. */
export const conventions: Record<Exclude<SiteFormat, 'folder' | 'ghost' | 'wordpress'>, Place> = {
  jekyll: placeJekyll,
  hugo: placeHugo,
  docusaurus: placeDocusaurus,
  astro: placeAstro,
  markdown: placeMarkdown,
}

/** Detects the system of a folder by its settings files and folder names. */
export function detectFormat(files: readonly string[]): Exclude<SiteFormat, 'ghost' | 'wordpress'> | null {
  const has = (pattern: RegExp) => files.some((file) => pattern.test(file))
  if (
    has(/^docusaurus\.config\.[cm]?[jt]s$/) ||
    has(/^sidebars\.[cm]?[jt]s$/) ||
    has(/(?:^|\/)_category_\.(?:json|ya?ml)$/)
  )
    return 'docusaurus'
  if (has(/^astro\.config\.[cm]?[jt]s$/) || has(/^src\/content\//)) return 'astro'
  if (
    has(/^(?:hugo|config)\.(?:toml|ya?ml|json)$/) ||
    has(/^config\/_default\//) ||
    has(/^content\/.+\.mdx?$/)
  )
    return 'hugo'
  if (has(/^_config\.ya?ml$/) || has(/(?:^|\/)_(?:posts|drafts)\//)) return 'jekyll'
  if (has(/^site\.ya?ml$/) || has(/^redirects\.(?:json|yaml)$/) || has(/^skills\/[^/]+\.md$/)) return 'folder'
  return has(/\.(?:mdx?|markdown)$/i) ? 'markdown' : null
}
