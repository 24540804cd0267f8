import { accentSteps } from '#app/site/accent.ts'
import contours from '#app/ui/styles/contours.svg?raw'
import { ogImageSize } from '#app/site/paths.ts'

type Fit = { fontSize: number; maxWidth: number; lineClamp: number }

/** Title sizes in pixels, with the maximum number of lines for each. */
const sizes = [
  { fontSize: 112, most: 1 },
  { fontSize: 92, most: 2 },
  { fontSize: 80, most: 2 },
  { fontSize: 68, most: 3 },
  { fontSize: 60, most: 3 },
]
const smallest = 52

/**
 * Finds the largest font size at which the title fits into `width` pixels without breaking words, and the width that
 * balances its lines. If no size fits, returns the smallest size, truncated after `lineClamp` lines.
 */
export function fitTitle(title: string, width: number): Fit {
  const words = title.split(/\s+/).map(widthOf)
  for (const { fontSize, most } of sizes) {
    const lines = lineCount(words, width / fontSize)
    if (lines > most) continue
    let maxWidth = width
    while (lineCount(words, (maxWidth - 10) / fontSize) === lines) maxWidth -= 10
    return { fontSize, maxWidth, lineClamp: most }
  }
  return { fontSize: smallest, maxWidth: width, lineClamp: 3 }
}

/** Counts the lines that words take up at a width of `room`. Returns Infinity if a word does not fit. */
function lineCount(words: number[], room: number) {
  let lines = 0
  let left = -1
  for (const word of words) {
    if (word > room) return Infinity
    left -= word + widthOf(' ')
    if (left < 0) {
      lines++
      left = room - word
    }
  }
  return lines
}

/**
 * Estimates the width of a title set in Overpass, in multiples of the font size. Tends to overestimate, and treats
 * characters in other scripts as average.
 */
const widthOf = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (widths.find(([some]) => some.test(letter))?.[1] ?? 0.59), 0)

const widths: [RegExp, number][] = [
  [/[\s.,:;'’|!iIjl]/, 0.29],
  [/[()[\]{}frt1"-]/, 0.41],
  [/[mMwW@%—…]/, 0.87],
  [/\p{Lu}/u, 0.7],
]

/** Increase this number when the design changes. Every image then gets a new URL and is rendered again. */
export const DESIGN_VERSION = 1

/** Content of an image. The path replaces a title that the fonts cannot render. */
export type OgImageContent = {
  title: string
  trail: string[]
  host: string
  path: string
  accent: string | null
  /** Path of the site's icon, which is beside the name of the site. */
  icon: string | null
}

const ink = '#15191b'
const paper = '#fcfcf9'
const enamel = '#ffcb05'
const ICON_SIZE = 40

const land = `data:image/svg+xml;base64,${Buffer.from(contours.replace('#000', '#d6dacb')).toString('base64')}`

/** Upper arm of the signpost: its box, the length of its point, and the area for text. */
const upper = { left: 64, top: 92, width: 1084, height: 330, point: 104 }
const room = { left: 124, width: 900 }
const lower = { left: 64, top: 450, height: 96, point: 46 }

/** Renders a large version of the site's logo. The upper arm shows the page, and the lower arm shows the host. */
export function OgImageView({
  title,
  trail,
  host,
  accent,
  iconUrl,
}: OgImageContent & { iconUrl: string | null }) {
  const { sign, 'on-sign': text } = accent ? accentSteps(accent).light : { sign: enamel, 'on-sign': ink }
  return (
    <div style={{ display: 'flex', ...ogImageSize, backgroundColor: paper, color: ink }}>
      <img src={land} width={1600} height={800} style={{ position: 'absolute', left: -40, top: -60 }} />
      <div
        style={{
          position: 'absolute',
          left: 172,
          top: 44,
          width: 28,
          height: ogImageSize.height - 44,
          backgroundColor: ink,
          borderTopLeftRadius: 5,
          borderTopRightRadius: 5,
        }}
      />
      <Finger fill={sign} />
      <div
        style={{
          position: 'absolute',
          left: room.left,
          top: upper.top,
          width: room.width,
          height: upper.height,
          display: 'flex',
          flexDirection: 'column',
          justifyContent: 'center',
          color: text,
        }}
      >
        <Trail steps={trail} color={text} iconUrl={iconUrl} />
        <div
          style={{
            display: 'block',
            marginTop: 14,
            ...fitTitle(title, room.width),
            fontWeight: 800,
            lineHeight: 1.06,
            letterSpacing: '-0.015em',
            overflowWrap: 'anywhere',
          }}
        >
          {title}
        </div>
      </div>
      <Host name={host} />
    </div>
  )
}

function Finger({ fill }: { fill: string }) {
  const { left, top, width, height, point } = upper
  const shape = `M3.5 3.5H${width - point}L${width - 4} ${height / 2}L${width - point} ${height - 3.5}H3.5z`
  return (
    <svg style={{ position: 'absolute', left, top }} width={width} height={height}>
      <path d={shape} fill={fill} stroke={ink} strokeWidth={7} strokeLinejoin="round" />
    </svg>
  )
}

/** Renders the breadcrumb trail of a page, with diamonds as separators. */
function Trail({ steps, color, iconUrl }: { steps: string[]; color: string; iconUrl: string | null }) {
  return (
    <div style={{ display: 'flex', alignItems: 'center', fontSize: 32, fontWeight: 600 }}>
      {iconUrl && <img src={iconUrl} width={ICON_SIZE} height={ICON_SIZE} style={{ marginRight: 16 }} />}
      {steps.map((step, index) => (
        <div key={index} style={{ display: 'flex', alignItems: 'center' }}>
          {index > 0 && (
            <div
              style={{
                width: 11,
                height: 11,
                margin: '0 18px',
                backgroundColor: color,
                transform: 'rotate(45deg)',
              }}
            />
          )}
          <span>{step}</span>
        </div>
      ))}
    </div>
  )
}

function Host({ name }: { name: string }) {
  const { left, top, height, point } = lower
  return (
    <div style={{ position: 'absolute', left, top, height, display: 'flex', color: paper }}>
      <svg width={point + 1} height={height}>
        <path d={`M${point + 1} 0H${point}L0 ${height / 2}L${point} ${height}h1z`} fill={ink} />
      </svg>
      <div
        style={{
          display: 'flex',
          alignItems: 'center',
          padding: '6px 40px 0 14px',
          backgroundColor: ink,
          fontSize: Math.max(24, Math.min(40, 900 / widthOf(name))),
          fontWeight: 600,
        }}
      >
        <div style={{ display: 'block', maxWidth: 900, lineClamp: 1, wordBreak: 'break-all' }}>{name}</div>
      </div>
    </div>
  )
}
