import type { Site } from '#app/site/identity.ts'
import { imageAttributes } from '#app/site/image-paths.ts'

type Props = { site: Pick<Site, 'logo' | 'logo_dark'>; className?: string }

/**
 * Renders the logo of the site, or a post with one finger for people and one for machines. The logo is decorative,
 * because the site name is next to it.
 */
export function Logo({ site: { logo, logo_dark: dark }, className = '' }: Props) {
  if (!logo) return <Post className={className} />
  const image = (src: string, only = '') => {
    const { width, height } = imageAttributes(src) ?? {}
    return (
      <img src={src} width={width} height={height} alt="" className={`object-contain ${only} ${className}`} />
    )
  }
  if (!dark) return image(logo)
  return (
    <>
      {image(logo, 'light-only')}
      {image(dark, 'dark-only')}
    </>
  )
}

const Post = ({ className }: { className: string }) => (
  <svg viewBox="0 0 32 32" className={className} aria-hidden="true" focusable="false">
    <path className="fill-ink" d="M14.5 2h3v28h-3z" />
    <path
      className="fill-sign stroke-rim"
      strokeWidth="1.5"
      strokeLinejoin="round"
      d="M7 5h16.5l5.5 4.75-5.5 4.75H7z"
    />
    <path className="fill-ink" d="M25 17H8.5L3 21.75l5.5 4.75H25z" />
  </svg>
)
