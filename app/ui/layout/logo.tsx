/**
 * Renders the logo: a post with one finger for people and one for machines. The logo is decorative, because the site
 * name is next to it.
 */
export function Logo({ className }: { className?: string }) {
  return (
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
}
