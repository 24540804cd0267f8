/** What shows an image in a text. Signs that would be read as more than themselves are escaped, in MDX as in Markdown. */
export const imageMarkdown = (url: string, alt: string): string =>
  `![${alt.replace(/\s+/g, ' ').replace(/[\\[\]*_`<{}&~]/g, '\\$&')}](${url})`
