/** The index of the line with a `#` heading outside fenced code, or null. */
export function firstLevelHeading(body: string): number | null {
  let fence = ''
  for (const [index, text] of body.split('\n').entries()) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(text)?.[1]
    if (fence) {
      if (mark?.startsWith(fence) && text.trim() === mark) fence = ''
    } else if (mark) {
      fence = mark
    } else if (/^ {0,3}#\s/.test(text)) {
      return index
    }
  }
  return null
}
