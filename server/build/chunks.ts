/**
 * Besides one script for each page: libraries, which seldom change, and what most pages use. What the entry needs at once isn't
 * divided further, because each file costs a request.
 */
import type { Plugin, Rolldown } from 'vite';

type ModuleGraph = Pick<Rolldown.PluginContext, 'getModuleInfo'>;

const ENTRY = /\/client\/entry\.tsx$/;

/** A file of its own, because the script of analytics is on pages without the app, too. */
const SHARED = /\/shared\/measuring\/(?!vitals)|vite\/preload-helper/;

/** With what it shares with the app and the scripts of analytics. */
const START =
  /\/(?:client\/(?:start\/|shell\/(?:theme\/theme|toasts\/toast-messages|taken-over)\.ts$|measuring\/(?:data-layer|stored-consent)\.ts$)|shared\/(?:measuring\/signals|business\/service-words)\.ts$)/;

const LIBRARIES = /\/node_modules\//;

const MOST_PAGES =
  /\/client\/(?:components\/(?!drawings)|shell\/)|\/shared\/(?!booking\/booking-details|control-characters|account\/account-fields|business\/places|measuring\/|owner\/)/;

/** `root`: the project's folder. */
export function chunks(root: string) {
  const imported = new Set<string>();
  const visit = (id: string, graph: ModuleGraph) => {
    if (imported.has(id)) return;
    imported.add(id);
    graph.getModuleInfo(id)?.importedIds.forEach((each) => visit(each, graph));
  };
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

/** The browser needs only their addresses (`client/shell/documents.ts`). */
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
