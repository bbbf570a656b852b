/** Routes in `client/routes/(documents)/`. A browser loads them without the app, so a link to one is a plain `<a>`. */
import type { AnyRouter, RouterHistory } from '@tanstack/react-router';

const FOLDER = '/(documents)/';

export function isDocumentRoute(id: string | undefined): boolean {
  return id?.startsWith(FOLDER) === true;
}

export function isDocument(router: AnyRouter, path: string): boolean {
  const [routes] = router.getMatchedRoutes(path);
  return isDocumentRoute(routes.at(-1)?.id);
}

/** Also where the app navigates in another way than by a link. */
export function loadDocuments(router: AnyRouter, history: RouterHistory): void {
  const { push, replace } = history;
  const isToDocument = (to: string) => isDocument(router, new URL(to, location.href).pathname);
  history.push = (to, ...rest) => (isToDocument(to) ? location.assign(to) : push(to, ...rest));
  history.replace = (to, ...rest) => (isToDocument(to) ? location.replace(to) : replace(to, ...rest));
}
