import {
  isRouteErrorResponse,
  type ClientActionFunctionArgs,
  type ShouldRevalidateFunctionArgs,
} from '@remix-run/react'
import { submittedValues, type FormRefusal } from '#app/ui/forms/refusal.ts'

/** Submits a form in the browser. If the service is unreachable, the input is kept. */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  const fields = await request.clone().formData()
  try {
    return await serverAction()
  } catch (error) {
    if (error instanceof Response || isRouteErrorResponse(error)) throw error
    const texts = [...fields].filter((field): field is [string, string] => typeof field[1] === 'string')
    const values = Object.fromEntries(texts)
    const refusal: FormRefusal = {
      error: 'The server could not be reached. Your input is still here. Try again.',
      issues: [],
      values: submittedValues(values),
      intent: values.intent ?? null,
    }
    // The status prevents revalidation, which would also fail. The router reads the status only from a `Response`.
    return Response.json(refusal, { status: 503 })
  }
}

/**
 * Checks whether the data of a page is loaded again, for routes with a `shouldRevalidate` of their own. After a test,
 * which changes nothing, and after a refusal, it is not: the loaders of a person who was signed out would redirect or
 * replace the page, and the input would be lost. After a refusal, Remix sets `defaultShouldRevalidate` to true for such
 * routes.
 */
export const revalidates = ({
  actionStatus,
  defaultShouldRevalidate,
  formData,
}: ShouldRevalidateFunctionArgs): boolean =>
  defaultShouldRevalidate &&
  (isNavigationOfAnother(formData) ||
    ((actionStatus === undefined || actionStatus < 400) && formData?.get('intent') !== 'test'))

/**
 * Checks whether a form was submitted by a fetcher and another navigation is in progress. Remix then ends the navigation
 * with the data that is loaded after the fetcher's response, so that all data has to be loaded.
 */
function isNavigationOfAnother(formData: FormData | undefined): boolean {
  const { navigation } = __remixRouter.state
  return formData !== undefined && navigation.state !== 'idle' && navigation.formData !== formData
}
