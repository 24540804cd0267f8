import { useEffect } from 'react'
import { fromJson } from '#app/primitives/json.ts'
import { useAccount } from '#app/ui/layout/root-data.ts'
import { forgetAccount, rememberAccount, type RememberedAccount } from '#app/ui/scripts/account.ts'

/** Keeps the account menu of public pages up to date with the user of this page. Demo visitors have no account. */
export function RememberAccount() {
  const account = useAccount()
  const kept = account && !account.isDemo ? JSON.stringify(account) : null
  useEffect(() => {
    if (kept) rememberAccount(fromJson<RememberedAccount>(kept))
    else forgetAccount()
  }, [kept])
  return null
}
