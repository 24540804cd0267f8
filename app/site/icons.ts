import type { Site } from '#app/site/identity.ts'

/** Path of the default icon. */
const DEFAULT_ICON = '/favicon.svg'

/** Returns the path of the site's icon. */
export const iconPath = ({ icon }: Pick<Site, 'icon'>): string => icon ?? DEFAULT_ICON

/** Sizes of the icons in the web app manifest, in pixels. */
export const iconSizes = [192, 512] as const
