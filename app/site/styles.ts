import { accentStyles } from '#app/site/accent.ts'
import type { Site } from '#app/site/identity.ts'

/** Returns the site's own style sheet. */
export const siteStyles = ({ accent, sign_face: signFace }: Pick<Site, 'accent' | 'sign_face'>): string =>
  `${accent ? accentStyles(accent) : ''}${signFace ? '' : ':root {\n  --sign-face: var(--font-text);\n}\n'}`
