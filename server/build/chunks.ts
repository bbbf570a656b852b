/**
 * How the browser's script is divided into files, beside one a page: the entry's libraries, which stay the same from one release to the next,
 * and what most pages use. Each file costs the browser a request, so what the entry needs at once is not divided further.
 * Other libraries belong to what imports them: validation is large and waits until a form is sent, charts have a page.
 */
import type { Plugin, Rolldown } from 'vite';

type ModuleGraph = Pick<Rolldown.PluginContext, 'getModuleInfo'>;

const ENTRY = /\/client\/entry\.tsx$/;

/** What the script of analytics shares with the app, apart from it: that script is on pages that have not loaded the app. */
const SHARED = /\/shared\/measuring\/(?!vitals)|vite\/preload-helper/;

/** The first script of every page, with what it shares with the app and with those that measure. */
const START =
  /\/(?:client\/(?:start\/|shell\/(?:theme\/theme|toasts\/toast-messages|taken-over)\.ts$|measuring\/(?:data-layer|stored-consent)\.ts$)|shared\/(?:measuring\/signals|business\/service-words)\.ts$)/;

const LIBRARIES = /\/node_modules\//;

/** What most pages use, though the entry does not import all of it. */
const MOST_PAGES =
  /\/client\/(?:components\/(?!drawings)|shell\/)|\/shared\/(?!booking\/booking-details|control-characters|account\/account-fields|business\/places|measuring\/|owner\/)/;

/** The groups of the browser's modules. `root` is the project's folder. */
export function chunks(root: string) {
  const imported = new Set<string>();
  const visit = (id: string, graph: ModuleGraph) => {
    if (imported.has(id)) return;
    imported.add(id);
    graph.getModuleInfo(id)?.importedIds.forEach((each) => visit(each, graph));
  };
  /** Whether the entry imports a module, directly or through others, but for what is loaded later. */
  const isImportedByEntry = (id: string, graph: ModuleGraph): boolean => {
    visit(`${root}/client/entry.tsx`, graph);
    return imported.has(id);
  };
  return [
    { name: 'start', test: START, priority: 2 },
    { name: 'shared', test: SHARED, priority: 1 },
    {
      name: (id: string, graph: ModuleGraph) => (isImportedByEntry(id, graph) ? 'libraries' : null),
      test: LIBRARIES,
    },
    {
      name: (id: string, graph: ModuleGraph) =>
        MOST_PAGES.test(id) || (!ENTRY.test(id) && isImportedByEntry(id, graph)) ? 'site' : null,
      test: /\/(?:client|shared)\//,
    },
  ];
}

/** Leaves the code of documents out of the browser's build, which needs only their addresses (`client/shell/documents.ts`). */
export function documents(): Plugin {
  return {
    name: 'documents',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    load(id) {
      if (!/\/client\/routes\/\(documents\)\//.test(id)) return null;
      return `import { createFileRoute } from '@tanstack/react-router'; export const Route = createFileRoute('/')({});`;
    },
  };
}
