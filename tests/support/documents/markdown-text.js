/** The text with what Markdown and MDX would read as marks escaped. @param {string} text */
export const escaped = (text) => text.replace(/[*_<{[\\`|]/g, '\\$&')
