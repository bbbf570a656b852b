import type { Plugin } from 'vite';

const DOCUMENT = /\/client\/routes\/\(documents\)\//;

/** Leaves documents out of the browser's build, which knows their addresses alone (`client/shell/documents.ts`). */
export function documents(): Plugin {
  return {
    name: 'documents',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    load(id) {
      if (!DOCUMENT.test(id)) return null;
      return `import { createFileRoute } from '@tanstack/react-router'; export const Route = createFileRoute('/')({});`;
    },
  };
}
