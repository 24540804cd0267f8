import { themes, type Theme } from '#app/site/theme.ts'

/** Starts the theme button and the menus. Listens on the document, so React can replace the elements. */
export function startControls() {
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return
    if (target.closest('[data-theme-button]')) chooseTheme(nextTheme())
    for (const menu of openMenus()) {
      const inside = menu.contains(target)
      if (!inside || target.closest('a')) menu.open = false
    }
  })
  document.addEventListener('keydown', ({ key, target }) => {
    if (key !== 'Escape') return
    for (const menu of openMenus()) {
      menu.open = false
      if (target instanceof Node && menu.contains(target)) menu.querySelector('summary')?.focus()
    }
  })
  // Applies a theme that was chosen in another tab.
  addEventListener('storage', ({ key, newValue }) => {
    if (key === 'theme') document.documentElement.dataset.theme = newValue ?? 'system'
  })
}

/** Collapses or expands the navigation of the console, and remembers the state in this browser. */
export function toggleSidebar() {
  const { dataset } = document.documentElement
  dataset.sidebar = dataset.sidebar === 'icons' ? '' : 'icons'
  try {
    localStorage.setItem('sidebar', dataset.sidebar)
  } catch {
    // If storage is unavailable, the state applies only to this page.
  }
}

const openMenus = () => document.querySelectorAll<HTMLDetailsElement>('details[data-menu][open]')

function nextTheme(): Theme {
  const now = themes.findIndex((theme) => theme === document.documentElement.dataset.theme)
  return themes[(now + 1) % themes.length] ?? 'system'
}

/** Applies a theme and stores it in this browser. */
export function chooseTheme(theme: Theme) {
  document.documentElement.dataset.theme = theme
  try {
    localStorage.setItem('theme', theme)
  } catch {
    // If storage is unavailable, the choice applies only to this page.
  }
}
