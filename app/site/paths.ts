/** The address of the Markdown twin: `/about.md`, `/index.md` for the home page, and `/blog.md?page=2`. */
export function markdownPath(address: string): string {
  const [path = '', ...query] = address.split('?')
  return [path === '/' ? '/index.md' : `${path}.md`, ...query].join('?')
}

/** The path of the page that a twin stands for, or null when the path is no twin's. */
export function pageOfMarkdownPath(path: string): string | null {
  if (!path.endsWith('.md') || /(^|\/)\.md$/.test(path)) return null
  return path === '/index.md' ? '/' : path.slice(0, -3)
}

/** The address of the page about a tag of the API, and of one operation on it. */
export const referenceAddress = (tag: string, operation?: string) =>
  `/docs/api/${tag}${operation ? `#${operation}` : ''}`

/** The path of the image that a link to the page is shown with: `/share/about.png`, and `/share/index.png` for home. */
export const ogImagePath = (path: string) => `/share${path === '/' ? '/index' : path}.png`

/** The path of the page that a share image belongs to, or null when the path is no such image's. */
export function pageOfOgImage(path: string) {
  const page = /^\/share(\/.+)\.png$/.exec(path)?.[1]
  if (!page) return null
  return page === '/index' ? '/' : page
}

/** Pixels of a share image, in the ratio that link previews are cut to. */
export const ogImageSize = { width: 1200, height: 630 }

/** First pieces of addresses that are the service's own: a page cannot have one of them as its slug. */
export const reservedSegments: ReadonlySet<string> = new Set([
  ...[
    'admin',
    'api',
    'assets',
    'blog',
    'chat',
    'docs',
    'figures',
    'healthz',
    'invitation',
    'login',
    'logout',
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
