import { Monitor, Moon, Sun } from 'lucide-react'
import { themes } from '#app/site/theme.ts'

const icons = { system: Monitor, light: Sun, dark: Moon } as const
const names = { system: 'as the system', light: 'light', dark: 'dark' } as const

/** Goes through the three themes. All states are in the markup and the styles show one, so nothing waits for a script. */
export function ThemeButton() {
  return (
    <button
      type="button"
      data-theme-button
      className="quiet inline-grid size-11 place-items-center text-soft"
      title="Change the colours"
    >
      {themes.map((theme) => {
        const Icon = icons[theme]
        return (
          <span key={theme} data-theme-state={theme}>
            <Icon className="size-5" aria-hidden="true" />
            <span className="sr-only">Colours: {names[theme]}</span>
          </span>
        )
      })}
    </button>
  )
}
