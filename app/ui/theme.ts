/** The choices of the theme button, in the order in which it goes through them. */
export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/**
 * The one inline script of every page: sets `data-theme` on `<html>` before the first paint. The attribute is also how
 * the styles know that there is a script, so the theme button shows only where it works. Its text is hashed for the CSP.
 */
export const themeScript = `(function(t){try{t=localStorage.getItem('theme')}catch(e){}document.documentElement.dataset.theme=t==='light'||t==='dark'?t:'system'})()`
