/** The choices of the theme button, in the order in which it goes through them. */
export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/**
 * The one inline script of every page: sets `data-theme` on `<html>` before the first paint. The attribute is also how
 * the styles know that there is a script, so the theme button shows only where it works. Its text is hashed for the CSP.
 * A browser where nobody has chosen yet takes the choice of the account that is signed in, which private pages bring.
 */
export const themeScript = `(function(d,t){try{t=localStorage.getItem('theme');if(!t&&d.accountTheme)localStorage.setItem('theme',t=d.accountTheme)}catch(e){}d.theme=t==='light'||t==='dark'?t:'system'})(document.documentElement.dataset)`
