/** Themes in the order of the theme button. */
export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/**
 * Only inline script of pages: sets `data-theme` on `<html>` before the first paint, and `data-sidebar` for the
 * navigation of the console. Without a stored choice, the script uses the theme of the account. Styles use the attribute
 * to detect scripts. The CSP contains the hash of the script.
 */
export const themeScript = `(function(d,t){try{t=localStorage.getItem('theme');d.sidebar=localStorage.getItem('sidebar')||'';if(!t&&d.accountTheme)localStorage.setItem('theme',t=d.accountTheme)}catch(e){}d.theme=t==='light'||t==='dark'?t:'system'})(document.documentElement.dataset)`
