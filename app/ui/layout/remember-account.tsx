import { useEffect } from 'react'
import { useAccount } from '#app/ui/layout/root-data.ts'
import { forgetAccount, rememberAccount } from '#app/ui/scripts/account.ts'

/** Keeps the account menu of public pages up to date with the user of this page. Demo visitors have no account. */
export function RememberAccount() {
  const account = useAccount()
  const kept = account && !account.isDemo ? JSON.stringify(account) : null
  useEffect(() => {
    if (kept) rememberAccount(JSON.parse(kept) as Parameters<typeof rememberAccount>[0])
    else forgetAccount()
  }, [kept])
  return null
}
