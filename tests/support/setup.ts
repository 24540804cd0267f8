import { afterEach, beforeEach, expect, vi } from 'vitest'

beforeEach(() => {
  vi.spyOn(console, 'error')
  vi.spyOn(console, 'warn')
})

afterEach(() => {
  expect(console.error, 'something was written to console.error').not.toHaveBeenCalled()
  expect(console.warn, 'something was written to console.warn').not.toHaveBeenCalled()
  vi.restoreAllMocks()
})
