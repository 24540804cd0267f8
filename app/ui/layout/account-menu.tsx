import { SignOut } from '#app/ui/layout/section-layout.tsx'
import { useMessages } from '#app/ui/layout/messages.tsx'
import { initialOf } from '#app/ui/scripts/account.ts'

type Props = {
  /** Signed-in user. Null on public pages, whose script fills in the menu, and for visitors. */
  account: { name: string; opensConsole: boolean; hasDiscord: boolean } | null
  /** Classes of the link that signs in. */
  className: string
}

/** Renders the link that signs in, or the account menu of a signed-in user. Both work without scripts. */
export function AccountMenu({ account, className }: Props) {
  const { text } = useMessages()
  return (
    <>
      <SignInLink className={className} isHidden={account !== null} />
      <details data-menu data-account className="relative" hidden={!account}>
        <summary className="inline-grid size-11 place-items-center">
          <span className="account-initial" data-account-initial aria-hidden="true">
            {account && initialOf(account.name)}
          </span>
          <span className="sr-only">{text('header.accountMenu')}</span>
        </summary>
        <ul className="account-options">
          <li>
            <p data-account-name>{account?.name}</p>
          </li>
          <li data-account-console hidden={!account?.opensConsole}>
            <a href="/admin">{text('header.console')}</a>
          </li>
          <li data-account-servers hidden={!account?.hasDiscord}>
            <a href="/profile/servers">{text('header.servers')}</a>
          </li>
          <li data-account-guilds>
            <a href="/profile">{text('header.profile')}</a>
          </li>
          <li>
            <SignOut label={text('header.signOut')} />
          </li>
        </ul>
      </details>
    </>
  )
}

/** Renders the link that signs in. Without scripts, the link redirects signed-in users to their first page. */
export const SignInLink = ({ className, isHidden = false }: { className: string; isHidden?: boolean }) => (
  <a href="/login" data-sign-in hidden={isHidden} className={className}>
    {useMessages().text('header.signIn')}
  </a>
)
