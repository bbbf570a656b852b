import type { RequestContext } from './handler.ts';

/** The account that is signed in, in a handler whose `access` requires one. */
export async function signedInOf<SignedIn extends object>({
  signIn,
}: {
  readonly signIn: { current(): Promise<SignedIn | null> };
}): Promise<SignedIn> {
  const current = await signIn.current();
  if (!current) throw new Error('signedInOf needs a handler whose access requires an account');
  return current;
}

/** The cause of the events of a call, for their metadata. */
export function causeOf({ request }: Pick<RequestContext, 'request'>) {
  return { correlation: request.id };
}
