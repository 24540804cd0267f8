/** Tag of a template: its text with and without the brackets, and the text after it. */
export type TemplateTag = { whole: string; inner: string; rest: string }
/** Replacement of a tag, and the number of following characters that it includes. */
export type Expanded = { text: string; skip?: number }

/** Converts a tag to inline code. */
export const codeTag = (text: string) => `\`${text.replaceAll('`', "'").replace(/\s+/g, ' ')}\``

/** Converts the text up to an end tag to a code block. */
export function codeBlock(language: string, rest: string, endTag: RegExp): Expanded {
  const end = endTag.exec(rest)
  if (!end) return { text: '' }
  const code = rest.slice(0, end.index).replace(/^\n|\n$/g, '')
  return {
    text: `\n\n~~~~${language.replace(/[^\w+#-]/g, '')}\n${code}\n~~~~\n\n`,
    skip: end.index + end[0].length,
  }
}
