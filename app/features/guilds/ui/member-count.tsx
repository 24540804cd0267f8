import type { Guild } from '#app/features/guilds/schema.ts'
import { formatAmount, formatInteger } from '#app/primitives/count.ts'
import { AgeIfOld } from '#app/ui/feedback/timestamp.tsx'

type Props = {
  of: Pick<Guild, 'member_count' | 'member_count_at'>
  /** True below or beside the word “Members”. */
  isLabelled?: boolean
}

/** Renders the number of members of a server, with its age if it is older than a day. */
export const MemberCount = ({ of, isLabelled = false }: Props) =>
  of.member_count === null ? (
    <>members are counted when the bot connects</>
  ) : (
    <>
      {isLabelled ? formatInteger(of.member_count) : formatAmount(of.member_count, 'member', 'members')}
      <AgeIfOld at={of.member_count_at} />
    </>
  )
