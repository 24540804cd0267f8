import { createContext, useContext } from 'react'

/** The CSP nonce of a private page's scripts. Nobody provides it in the browser, which hides nonces anyway. */
export const NonceContext = createContext<string | undefined>(undefined)

/** The nonce of this response, or undefined in the browser. */
export const useNonce = () => useContext(NonceContext)
