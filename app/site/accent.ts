/** Backgrounds of the two themes, lightest and darkest surface each, as in `ui/styles/tokens.css`. */
const LIGHT = ['#fcfcf9', '#ffffff', '#f2f3ed']
const DARK = ['#0f1214', '#161a1d', '#0a0c0e']
const INK = '#15191b'
const WHITE = '#ffffff'

/** Contrast of text (WCAG 2.2 AA), with a margin for rounding. */
const TEXT_CONTRAST = 4.6
/** Minimum contrast of the accent surface with the background of each theme. Text and borders use derived colors. */
const LEAST_CONTRAST = 1.4

type Rgb = [number, number, number]

const channels = (color: string): Rgb => [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16)) as Rgb
const toHex = (rgb: number[]) =>
  `#${rgb
    .map((value) =>
      Math.round(Math.min(255, Math.max(0, value)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

/** Returns the relative luminance of a color (WCAG 2.2). */
function luminance(color: string): number {
  const [red, green, blue] = channels(color).map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Returns the contrast ratio of two colors such as `#ffcb05`, from 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

const leastContrast = (color: string, grounds: string[]) =>
  Math.min(...grounds.map((ground) => contrast(color, ground)))

/** Mixes a color with another in up to 200 steps, until the test passes. */
function mixUntil(color: string, target: string, passes: (mixed: string) => boolean): string {
  const [from, to] = [channels(color), channels(target)]
  for (let step = 0; step <= 200; step++) {
    const mixed = toHex(from.map((value, index) => value + ((to[index]! - value) * step) / 200))
    if (passes(mixed)) return mixed
  }
  return target
}

/** Colors of one theme that derive from the accent, named like the tokens. */
export type AccentSteps = { sign: string; 'on-sign': string; rim: string; amber: string }

/**
 * Derives the colors of both themes from an accent color. All text has a contrast of at least 4.5 : 1 with its
 * background (WCAG 2.2 AA).
 */
export function accentSteps(accent: string): { light: AccentSteps; dark: AccentSteps } {
  const onInk = contrast(accent, INK)
  const text = onInk >= contrast(accent, WHITE) ? INK : WHITE
  const sign = mixUntil(accent, text === INK ? WHITE : INK, (mixed) => contrast(mixed, text) >= TEXT_CONTRAST)
  const amber = mixUntil(sign, INK, (mixed) => leastContrast(mixed, LIGHT) >= TEXT_CONTRAST)
  const bright = mixUntil(sign, WHITE, (mixed) => leastContrast(mixed, DARK) >= TEXT_CONTRAST)
  return {
    light: { sign, 'on-sign': text, rim: INK, amber },
    dark: { sign, 'on-sign': text, rim: bright, amber: bright },
  }
}

/** Returns why a color cannot be the accent color, or null. */
export function accentProblem(accent: string): string | null {
  for (const [theme, ground] of [
    ['light', LIGHT[0]!],
    ['dark', DARK[1]!],
  ] as const) {
    const ratio = contrast(accent, ground)
    if (ratio < LEAST_CONTRAST)
      return `This color has a contrast of ${ratio.toFixed(1)} : 1 with the background of the ${theme} theme. Use a color with a contrast of at least ${LEAST_CONTRAST} : 1.`
  }
  return null
}

/** Returns the style sheet for an accent color. If the visitor forces colors, the accent color is not applied. */
export function accentStyles(accent: string): string {
  const { light, dark } = accentSteps(accent)
  const tokens = (Object.keys(light) as (keyof AccentSteps)[]).map(
    (name) => `--${name}: light-dark(${light[name]}, ${dark[name]});`,
  )
  return `@media not (forced-colors: active) {\n  :root {\n    ${tokens.join('\n    ')}\n  }\n}\n`
}
