import { avatarHosts } from '#app/features/accounts/schema.ts'

/** A picture of somebody where it comes from a host that we load pictures from, else the first letters of their name. */
export function Avatar({ name, url }: { name: string; url: string | null }) {
  const shown = url && URL.canParse(url) && avatarHosts.some((host) => host === new URL(url).hostname)
  const size = 'size-14 shrink-0 border-[1.5px] border-rim'
  if (shown) return <img src={url} alt="" referrerPolicy="no-referrer" className={`${size} object-cover`} />
  return (
    <span
      aria-hidden="true"
      className={`${size} grid place-items-center bg-sign font-sign text-xl font-bold text-on-sign`}
    >
      {initials(name)}
    </span>
  )
}

const initials = (name: string) =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => [...word][0]!.toUpperCase())
    .slice(0, 2)
    .join('')
