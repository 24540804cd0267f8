/** The address of the Markdown twin: `/about.md`, `/index.md` for the home page, and `/blog.md?page=2`. */
export function markdownPath(address: string): string {
  const [path = '', ...query] = address.split('?')
  return [path === '/' ? '/index.md' : `${path}.md`, ...query].join('?')
}

/** The path of the page that a twin stands for, or null when the path is no twin's. */
export const pageOfTwin = (path: string) =>
  path === '/index.md' ? '/' : /[^/]\.md$/.test(path) ? path.slice(0, -3) : null
