import type { Context } from '#app/context.server.ts'
import { readProfile } from '#app/features/accounts/accounts.server.ts'
import { offeredProviders } from '#app/features/accounts/sign-in/identities.server.ts'
import type { Provider } from '#app/platform/config/providers.ts'

/** Methods to confirm the user's identity. */
export type ProofMethods = { password: boolean; providers: Provider[] }

/** Returns the methods that the signed-in user can use: the password, and linked providers that this site offers. */
export async function proofMethods(ctx: Context): Promise<ProofMethods> {
  const { has_password, connections } = await readProfile(ctx)
  const offered = offeredProviders(ctx)
  return { password: has_password, providers: connections.filter((provider) => offered.includes(provider)) }
}
