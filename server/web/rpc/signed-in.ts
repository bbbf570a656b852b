import type { RequestContext } from './handler.ts';

/** The account that is signed in, in a handler whose `access` requires one. */
export async function signedInOf<SignedIn extends object>({
  signIn,
}: {
  readonly signIn: { current(): Promise<SignedIn | null> };
}): Promise<SignedIn> {
  const current = await signIn.current();
  if (!current) throw new Error('a handler without access asked who is signed in');
  return current;
}

/** The cause that the events of a call are recorded with. */
export function causeOf({ request }: Pick<RequestContext, 'request'>) {
  return { correlation: request.id };
}
