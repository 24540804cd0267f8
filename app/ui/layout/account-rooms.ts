import type { Room } from '#app/ui/layout/section-layout.tsx'

/** The pages of one's own account. */
export const accountRooms: readonly Room[] = [
  { href: '/profile', name: 'Profile' },
  { href: '/profile/security', name: 'Security' },
  { href: '/profile/data', name: 'Your data' },
  { href: '/chat', name: 'Chat' },
]
