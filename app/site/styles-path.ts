import type { Site } from '#app/site/identity.ts'

/** Returns the path of the site's own style sheet, or null if the site has the default look. */
export const siteStylesPath = ({
  accent,
  sign_face: signFace,
}: Pick<Site, 'accent' | 'sign_face'>): string | null =>
  accent || !signFace ? `/site.css?v=${accent?.slice(1) ?? ''}${signFace ? '' : '-plain'}` : null
