declare module '@mixmark-io/domino' {
  export function createDocument(html: string): Document
}

declare module '@joplin/turndown-plugin-gfm' {
  const gfm: import('turndown').Plugin
  export { gfm }
}
