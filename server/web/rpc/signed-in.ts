import type { RequestContext } from './handler.ts';

/** For handlers whose `access` requires an account. */
export async function signedInOf<SignedIn extends object>({
  signIn,
}: {
  readonly signIn: { current(): Promise<SignedIn | null> };
}): Promise<SignedIn> {
  const current = await signIn.current();
  if (!current) throw new Error('signedInOf needs a handler whose access requires an account');
  return current;
}

/** For the metadata of events. */
export function causeOf({ request }: Pick<RequestContext, 'request'>) {
  return { correlation: request.id };
}
