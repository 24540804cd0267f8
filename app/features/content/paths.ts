/** The path of the Markdown twin: `/about.md`, and `/index.md` for the home page. */
export const markdownPath = (path: string) => (path === '/' ? '/index.md' : `${path}.md`)

/** The path of the page that a twin stands for, or null when the path is no twin's. */
export const pageOfTwin = (path: string) =>
  path === '/index.md' ? '/' : /[^/]\.md$/.test(path) ? path.slice(0, -3) : null
