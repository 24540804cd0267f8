/** Returns the Markdown path of a page: `/about.md`, `/index.md` for the home page, `/blog.md?page=2`. */
export function markdownPath(address: string): string {
  const [path = '', ...query] = address.split('?')
  return [path === '/' ? '/index.md' : `${path}.md`, ...query].join('?')
}

/** Returns the page path of a Markdown path, or null. */
export function pageOfMarkdownPath(path: string): string | null {
  if (!path.endsWith('.md') || /(^|\/)\.md$/.test(path)) return null
  return path === '/index.md' ? '/' : path.slice(0, -3)
}

/** Returns the path of an API tag's reference page, or of an operation on that page. */
export const referenceAddress = (tag: string, operation?: string) =>
  `/docs/api/${tag}${operation ? `#${operation}` : ''}`

/** Returns the path of a page's share image: `/share/about.png`, or `/share/index.png` for the home page. */
export const ogImagePath = (path: string) => `/share${path === '/' ? '/index' : path}.png`

/** Returns the page path of a share image path, or null. */
export function pageOfOgImage(path: string) {
  const page = /^\/share(\/.+)\.png$/.exec(path)?.[1]
  if (!page) return null
  return page === '/index' ? '/' : page
}

/** Size of share images in pixels, in the ratio of link previews. */
export const ogImageSize = { width: 1200, height: 630 }

/** First path segments that the service uses. Pages cannot use these segments as their slug. */
export const reservedSegments: ReadonlySet<string> = new Set([
  ...[
    'admin',
    'api',
    'assets',
    'blog',
    'chat',
    'demo',
    'docs',
    'feedback',
    'figures',
    'healthz',
    'invitation',
    'login',
    'logout',
    'mcp',
    'media',
    'metrics',
  ],
  ...[
    'preview',
    'profile',
    'readyz',
    'proof',
    'reset-password',
    'search',
    'setup',
    'share',
    'signup',
    'sitemaps',
    'verify-email',
  ],
])

/** Paths of the service below segments that are not reserved. Redirects from these paths would never be used. */
export const servedPaths: ReadonlySet<string> = new Set([
  '/apple-touch-icon.png',
  '/changelog.xml',
  '/contact/sent',
  '/favicon.ico',
  '/favicon.svg',
  '/feed.json',
  '/feed.xml',
  '/icon-192.png',
  '/icon-512.png',
  '/llms-full.txt',
  '/llms.txt',
  '/openapi.json',
  '/robots.txt',
  '/site.css',
  '/site.webmanifest',
  '/sitemap.md',
  '/sitemap.xml',
  '/speculation-rules.json',
])
