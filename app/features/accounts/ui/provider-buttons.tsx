import { providerNames, type Provider } from '#app/platform/config/providers.ts'

/** Renders the sign-in providers. Uses plain links because the providers are other sites. */
export function ProviderButtons({ providers, redirectTo }: { providers: Provider[]; redirectTo: string }) {
  if (!providers.length) return null
  const query = new URLSearchParams({ redirect_to: redirectTo })
  return (
    <div className="mb-6">
      <p className="-mt-8 mb-4 text-center leading-6">
        <span className="bg-raised px-3 text-muted">or</span>
      </p>
      <ul className="space-y-3">
        {providers.map((provider) => (
          <li key={provider}>
            <a
              href={`/api/auth/${provider}?${query}`}
              className="flex min-h-12 items-center justify-center border-[1.5px] border-edge bg-raised px-4 py-2 font-semibold text-ink hover:border-water hover:text-water"
            >
              Continue with {providerNames[provider]}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
