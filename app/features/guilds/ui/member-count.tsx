import type { Guild } from '#app/features/guilds/schema.ts'
import { formatAmount } from '#app/primitives/count.ts'
import { AgeIfOld } from '#app/ui/feedback/timestamp.tsx'

/** Renders the number of members of a server, with its age if it is older than a day. */
export const MemberCount = ({ of }: { of: Pick<Guild, 'member_count' | 'member_count_at'> }) =>
  of.member_count === null ? (
    <>members are counted when the bot connects</>
  ) : (
    <>
      {formatAmount(of.member_count, 'member', 'members')}
      <AgeIfOld at={of.member_count_at} />
    </>
  )
