import { accentStyles } from '#app/site/accent.ts'
import type { Site } from '#app/site/identity.ts'

type Look = Pick<Site, 'accent' | 'sign_face'>

/** Returns the path of the site's own style sheet, or null if the site has the default look. */
export const siteStylesPath = ({ accent, sign_face: signFace }: Look): string | null =>
  accent || !signFace ? `/site.css?v=${accent?.slice(1) ?? ''}${signFace ? '' : '-plain'}` : null

/** Returns the site's own style sheet. */
export const siteStyles = ({ accent, sign_face: signFace }: Look): string =>
  `${accent ? accentStyles(accent) : ''}${signFace ? '' : ':root {\n  --sign-face: var(--font-text);\n}\n'}`
