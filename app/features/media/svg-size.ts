/** Pixels of each unit of length, at 96 to an inch. */
const units: Record<string, number> = {
  '': 1,
  px: 1,
  pt: 4 / 3,
  pc: 16,
  mm: 96 / 25.4,
  cm: 96 / 2.54,
  in: 96,
  em: 16,
  rem: 16,
}

/** What browsers take where a drawing says nothing of its size. */
const usual = { width: 300, height: 150 }

function pixels(length: string | undefined): number | null {
  const [, number, unit = ''] =
    /^\s*((?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?)([a-z]*)\s*$/i.exec(length ?? '') ?? []
  const factor = units[unit.toLowerCase()]
  const value = Number(number) * (factor ?? NaN)
  return value > 0 ? value : null
}

/**
 * The size of a drawing in whole pixels: what its root says in lengths, else what follows from the ratio of its view box, else
 * the view box itself.
 */
export function svgSize(attribute: (name: string) => string | undefined): { width: number; height: number } {
  const box = (attribute('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  const [, , across = NaN, down = NaN] = box
  const view = box.length === 4 && across > 0 && down > 0 ? { width: across, height: down } : null
  const [width, height] = [pixels(attribute('width')), pixels(attribute('height'))]
  const ratio = view ? view.height / view.width : usual.height / usual.width
  const size =
    width && height
      ? { width, height }
      : width
        ? { width, height: width * ratio }
        : height
          ? { width: height / ratio, height }
          : (view ?? usual)
  const whole = (value: number) => Math.max(1, Math.round(value))
  return { width: whole(size.width), height: whole(size.height) }
}
